/**
 * Private methods of core: calling one with a receiver is an error. Compared with Ruby, for instances of every core
 * class and for the classes themselves.
 */
import assert from 'node:assert/strict';
import { findMethod, findSingletonMethod, visibilityOn } from '../../server/src/program/lookup';
import type { MethodInfo } from '../../server/src/program/program';
import { coreLibrary } from '../harness/prove';
import { hostForTests, NEVER } from '../harness/rubyForTests';

interface Visible {
  readonly name: string;
  readonly instance: readonly string[];
  readonly hidden: readonly string[];
  readonly own: readonly string[];
  readonly ownHidden: readonly string[];
}

/** Classes that define a method of that name; rarely called. */
const KNOWN: ReadonlySet<string> = new Set([
  'BasicObject#method_missing is public', // a class that defines its own
  'BasicObject#singleton_method_added is public',
  'Class#inherited is public',
  'Kernel.pp of Kernel is private',
  'Object#Digest is private',
  'String#initialize_copy is private',
]);

const SCRIPT = `
  require "json"
  JSON.generate(NAMES.filter_map { |name|
    found = Object.const_get(name) rescue next
    next unless found.is_a?(Module)
    { name: name, instance: found.public_instance_methods, hidden: found.private_instance_methods,
      own: found.public_methods, ownHidden: found.private_methods }
  })
`;

describe('visibility of core methods', () => {
  it('agrees with Ruby', async () => {
    const program = coreLibrary()!;
    const names = [...program.classes.values()].filter(info => info.origin === 'core').map(info => info.name);
    const ruby = hostForTests();
    const reply = await ruby.evaluate(`NAMES = ${JSON.stringify(names)}\n${SCRIPT}`, [], NEVER);
    await ruby.close();
    assert.ok(reply.kind === 'value', JSON.stringify(reply));
    const classes = JSON.parse(reply.text) as readonly Visible[];
    assert.ok(classes.length > 100, `${classes.length} classes`);
    const wrong = new Set<string>();
    for (const { name, instance, hidden, own, ownHidden } of classes) {
      const compare = (methods: readonly string[], isPrivate: boolean, dot: string): void => {
        for (const method of methods) {
          const info: MethodInfo | null =
            dot === '#' ? findMethod(program, name, method) : findSingletonMethod(program, name, method);
          if (info === null || info.name !== method) continue;
          const from = dot === '.' && !info.singleton ? info.owner : name;
          if ((visibilityOn(program, from, info) === 'private') === isPrivate) continue;
          wrong.add(
            `${info.owner === 'Kernel' ? `${name}${dot}${method} of Kernel` : info.key} is ${isPrivate ? 'private' : 'public'}`,
          );
        }
      };
      compare(instance, false, '#');
      compare(hidden, true, '#');
      compare(own, false, '.');
      compare(ownHidden, true, '.');
    }
    assert.deepEqual([...wrong].filter(each => !KNOWN.has(each)).sort(), []);
  });
});
