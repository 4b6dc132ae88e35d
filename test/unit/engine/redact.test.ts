/** Evaluated sources in a profile: only strings that a file of the workspace has, and no comments. */
import assert from 'node:assert/strict';
import { redactSource } from '../../../server/src/engine/learn/redact';
import { rubyParser } from '../../harness/rubyParser';

const redact = async (source: string): Promise<string | null> =>
  redactSource(await rubyParser, source, text => text === 'known');

describe('evaluated sources', () => {
  it('keep strings of the workspace', async () => {
    assert.equal(await redact("x = 'known'"), "x = 'known'");
  });

  it('lose other strings and comments, but keep their lines', async () => {
    assert.equal(await redact("x = 'secret'"), 'x = "#{$0}"');
    assert.equal(await redact('x = "secret #{a} known"'), 'x = "#{$0}#{a}#{$0}"');
    assert.equal(await redact('# secret\ndef a # secret\n  1 # secret\nend\n# secret\n'), '\ndef a \n  1 \nend\n\n');
    assert.equal(await redact('class A # secret\n  # secret\n  def b = 1\nend'), 'class A \n  \n  def b = 1\nend');
  });

  it('are not kept if a string cannot be replaced, or if they do not parse', async () => {
    for (const source of ['/secret/', '%w[secret]', ':"secret"', '<<~X\n  secret\nX\n', '`secret`', 'def ('])
      assert.equal(await redact(source), null, source);
  });
});
