/**
 * A call on a path that no recorded run took -> a test that makes it. Its expected result is unknown, so the
 * test fails until the user states it.
 */
import type { CallSource } from '../proof/replay';
import {
  argumentNames,
  arrangeCall,
  chooseUnusedName,
  type GeneratedTest,
  libraries,
  literalText,
  nameOf,
  type TestRequest,
} from './testFromCounterexample';

export interface CallTestRequest extends Pick<TestRequest, 'method' | 'framework' | 'requirePath'> {
  readonly source: CallSource;
  /** `line 9: parts < 0 is true` */
  readonly because: string;
}

export function testOfCall({ method, source, because, framework, requirePath }: CallTestRequest): GeneratedTest {
  const given = argumentNames(method, source);
  const taken = [...given, ...source.setup.map(line => line.split(' = ')[0] ?? '')];
  const result = chooseUnusedName('result', taken);
  const names = { result, receiver: chooseUnusedName('receiver', [...taken, result]), given };
  const body = arrangeCall(method, source, names);
  const lines = [...body.before, body.call];
  const head = [HEADER, ...libraries(body)];
  const name = `${nameOf(method)}_path`;
  const question = `"say what #{${result}.inspect} should be"`;
  if (framework === 'rspec')
    return {
      fileName: `${name}_spec.rb`,
      text: `${[
        ...head,
        `require_relative '${requirePath}'`,
        '',
        `RSpec.describe ${literalText(method.key.replace(/^#/, ''))} do`,
        `  it ${literalText(`takes the path on which ${because}`)} do`,
        ...[...lines, `raise ${question}`].map(line => `    ${line}`),
        '  end',
        'end',
      ].join('\n')}\n`,
    };
  const title = name.replace(/(^|_)([a-z\d])/g, (_, __, letter: string) => letter.toUpperCase());
  return {
    fileName: `${name}_test.rb`,
    text: `${[
      ...head,
      "require 'minitest/autorun'",
      `require_relative '${requirePath}'`,
      '',
      `class ${title}Test < Minitest::Test`,
      `  # On this path ${because}.`,
      `  def test_${name}`,
      ...[...lines, `flunk ${question}`].map(line => `    ${line}`),
      '  end',
      'end',
    ].join('\n')}\n`,
  };
}

const HEADER = '# Written by Loupe: a call on a path that no recorded run took. State what it should do.';
