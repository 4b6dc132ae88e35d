/** Conflicts between what runs and bodies supply and what bodies require, with calls that Ruby has run. */
import assert from 'node:assert/strict';
import type { LearnReport } from '../../server/src/engine/learn/report';
import { type Scratch, scratch } from '../cli/loupe';
import { describeNeeds, RUBY } from '../harness/requirements';

const WRONG = `class Holder
  def open(name)
    @name = name
  end

  def close
    @name = nil
  end

  def size
    @name.length
  end
end

module Wrapped
  def self.lines(text, width = 80)
    return text if !width

    text[0, width.to_i]
  end
end
`;

const RIGHT = `class Door
  def open(name)
    @name = name
  end

  def close
    @name = nil
  end

  def size
    return 0 unless @name

    @name.length
  end

  def shown
    @name ? @name.upcase : ''
  end
end

class Words
  def initialize(text)
    @text = text
    @words = nil
  end

  def split
    @words = @text.split(' ')
    first
  end

  private

  def first
    @words.first
  end
end

module Limited
  def self.lines(text, width = 80)
    return text unless width

    width == true ? text[0, 80] : text[0, width.to_i]
  end
end
`;

const RUN = `require_relative 'lib/wrong'
require_relative 'lib/right'
[Holder, Door].each do |type|
  it = type.new
  it.open('abc')
  it.size
  it.close
end
Door.new.shown
Words.new('a b').split
[Wrapped, Limited].each { |type| [false, 3].each { |width| type.lines('abcdef', width) } }
`;

describeNeeds(RUBY, 'conflicts that loupe learn lists', () => {
  let here: Scratch;
  beforeEach(() => {
    here = scratch();
    here.write('lib/wrong.rb', WRONG);
    here.write('lib/right.rb', RIGHT);
    here.write('run.rb', RUN);
  });
  afterEach(() => here.remove());

  const conflicts = (): LearnReport['conflicts'] =>
    JSON.parse(here.loupeProcess('learn', '--show', '--format', 'json').out).conflicts;

  it('have both ends and a call that Ruby has run, also in a second start; the right twins have none', () => {
    const { err } = here.loupeProcess('learn', '--', 'ruby', 'run.rb');
    assert.match(err, /2 conflicts/);
    assert.match(
      err,
      /^loupe: conflict: lib\/wrong\.rb: Holder@name: nil flows in in line 7, and length is called in line 11$/m,
    );
    const found = conflicts();
    assert.deepEqual(
      found.map(({ about, path, lines, shown }) => [about, path, lines, shown]),
      [
        ['Holder@name', 'lib/wrong.rb', [6, 10], 'Holder.new.size'],
        ['Wrapped.lines(width)', 'lib/wrong.rb', [18], 'Wrapped.lines("", true)'],
      ],
    );
    assert.deepEqual(conflicts(), found);
  });
});
