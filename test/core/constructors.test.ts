/** server/core/constructors.rb lists exactly the core classes that have no `new` in Ruby. */
import assert from 'node:assert/strict';
import { coreLibrary } from '../harness/prove';
import { hostForTests, NEVER } from '../harness/rubyForTests';

describe('core classes without `new`', () => {
  it('have none in Ruby either', async () => {
    const classes = [...coreLibrary()!.classes.values()].filter(({ undefined: names }) => names.has('.new'));
    assert.ok(classes.length > 0);
    const names = classes.map(({ name }) => name);
    const ruby = hostForTests();
    try {
      const script = `${JSON.stringify(names)}.select { |name| Object.const_get(name).respond_to?(:new, true) }.join(" ")`;
      const reply = await ruby.evaluate(script, [], NEVER);
      assert.deepEqual(reply.kind === 'value' && reply.text, '');
    } finally {
      await ruby.close();
    }
  });
});
