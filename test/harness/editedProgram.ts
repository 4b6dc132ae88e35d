/**
 * A small program that changes at random: files made of pieces, each piece with several versions (bodies, signatures,
 * fields, superclasses, includes, incomplete code, nothing at all). Seeded, so that a failure can be reproduced.
 */
export interface EditedFile {
  readonly path: string;
  readonly pieces: { readonly versions: readonly string[]; now: number }[];
}

export type Random = () => number;

/** A small linear congruential generator: good enough to choose edits. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export function textOf(file: EditedFile): string {
  return file.pieces.map(piece => piece.versions[piece.now]).join('');
}

/** One random change: usually another version of a piece, sometimes a swap of two pieces. */
export function changeAtRandom(files: readonly EditedFile[], random: Random): EditedFile {
  const file = files[Math.floor(random() * files.length)]!;
  const pieces = file.pieces.filter(piece => piece.versions.length > 1);
  const movable = file.pieces.flatMap((piece, i) => (piece.versions[0]!.startsWith('  #') ? [i] : []));
  if (random() < 0.1 && movable.length > 1) {
    const [a, b] = [movable[Math.floor(random() * movable.length)]!, movable[Math.floor(random() * movable.length)]!];
    [file.pieces[a], file.pieces[b]] = [file.pieces[b]!, file.pieces[a]!];
    return file;
  }
  const piece = pieces[Math.floor(random() * pieces.length)]!;
  piece.now = (piece.now + 1 + Math.floor(random() * (piece.versions.length - 1))) % piece.versions.length;
  return file;
}

/** The smallest single replacement that turns one source into the other, as an editor would send it. */
export function editBetween(before: string, after: string): { start: number; end: number; text: string } {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let [end, newEnd] = [before.length, after.length];
  while (end > start && newEnd > start && before[end - 1] === after[newEnd - 1]) {
    end--;
    newEnd--;
  }
  return { start, end, text: after.slice(start, newEnd) };
}

const file = (path: string, ...pieces: (string | readonly string[])[]): EditedFile => ({
  path,
  pieces: pieces.map(versions => ({ versions: typeof versions === 'string' ? [versions] : versions, now: 0 })),
});

/** Pieces that begin with a comment are whole methods and may be swapped within their file. */
export function editedProgram(): readonly EditedFile[] {
  return [
    file(
      'base.rb',
      ['', '# A comment.\n', '\n\n'],
      ['class Base\n', 'class Base < Object\n', 'module Base\n', 'class Bass\n'],
      [
        "  var_type :@total, 'Integer'\n",
        "  var_type :@total, 'Integer t { t >= 0 }'\n",
        '',
        "  var_type :@total, 'String'\n",
      ],
      ['  LIMIT = 10\n', '  LIMIT = 20\n', "  LIMIT = 'ten'\n", ''],
      [
        "  # raise\n  type '(Integer x { x >= 0 }) -> Integer r { r > x }'\n  def up(x)\n    x + 1\n  end\n",
        "  # raise\n  type '(Integer x) -> Integer r { r > x }'\n  def up(x)\n    x + 1\n  end\n",
        "  # raise\n  type '(Integer x { x >= 0 }) -> Integer r { r >= x }'\n  def up(x)\n    x\n  end\n",
        "  # raise\n  type '(Integer x { x >= 0 }) -> Integer r { r > x }'\n  def up(x)\n    x - 1\n  end\n",
        "  # raise\n  type '(Integer x { x >= 0 }) -> Integer r { r > x }'\n  def up(x)\n    x +\n",
        "  # raise\n  type '(Integer x { x >= 0 -> Integer r { r > x }'\n  def up(x)\n    x + 1\n  end\n",
        '  # raise\n  def up(x)\n    x + 2\n  end\n',
        "  # raise\n  type '(Integer y { y >= 0 }) -> String'\n  def up(y)\n    'a'\n  end\n",
        '  # raise\n',
      ],
      [
        '  # plain\n  def twice(x)\n    x + x\n  end\n',
        '  # plain\n  def twice(x)\n    x + x + 0\n  end\n',
        '  # plain\n  def twice(x)\n    @total = x\n    x\n  end\n',
        "  # plain\n  def twice(x)\n    'twice'\n  end\n",
        '  # plain\n  def twice(x, y)\n    x\n  end\n',
      ],
      [
        "  # field\n  type '(Integer x { x > 0 }) -> Integer r { r >= 0 }'\n  def add(x)\n    @total = x\n    @total\n  end\n",
        "  # field\n  type '(Integer x) -> Integer'\n  def add(x)\n    @total = x\n    @total\n  end\n",
      ],
      'end\n',
    ),
    file(
      'derived.rb',
      ['class Derived < Base\n', 'class Derived\n', 'class Derived < Other\n', 'class Derived < Bass\n'],
      ['  include Mixed\n', '', '  extend Mixed\n', '  prepend Mixed\n'],
      [
        "  # caller\n  type '(Integer x { x >= 0 }) -> Integer r { r > x }'\n  def more(x)\n    up(up(x))\n  end\n",
        "  # caller\n  type '(Integer x { x >= 0 }) -> Integer r { r > x }'\n  def more(x)\n    y = up(x)\n    up(y)\n  end\n",
        "  # caller\n  type '(Integer x) -> Integer r { r > x }'\n  def more(x)\n    up(x)\n  end\n",
      ],
      "  # inlines\n  type '(Integer x { x > 0 }) -> Integer r { r > x }'\n  def doubled(x)\n    twice(x)\n  end\n",
      [
        "  # constant\n  type '() -> Integer r { r < 15 }'\n  def limit\n    LIMIT\n  end\n",
        "  # constant\n  type '() -> Integer r { r < 15 }'\n  def limit\n    Base::LIMIT\n  end\n",
      ],
      [
        "  # mixed\n  type '(Integer x) -> Integer r { r >= 0 }'\n  def size_of(x)\n    magnitude(x)\n  end\n",
        "  # mixed\n  type '(Integer x) -> Integer r { r >= 0 }'\n  def size_of(x)\n    self.magnitude(x)\n  end\n",
      ],
      [
        '',
        '  # override\n  def up(x)\n    x + 5\n  end\n',
        "  # override\n  type '(Integer x) -> Integer r { r == 0 }'\n  def up(x)\n    0\n  end\n",
        '  # override\n  def twice(x)\n    x * 3\n  end\n',
      ],
      'end\n',
    ),
    file(
      'mixed.rb',
      ['module Mixed\n', 'module Mixin\n', 'class Mixed\n'],
      [
        "  # promise\n  type '(Integer x) -> Integer r { r >= 0 }'\n  def magnitude(x)\n    x < 0 ? -x : x\n  end\n",
        "  # promise\n  type '(Integer x) -> Integer r { r >= 0 }'\n  def magnitude(x)\n    x\n  end\n",
        "  # promise\n  type '(Integer x) -> Integer'\n  def magnitude(x)\n    x < 0 ? -x : x\n  end\n",
        "  # promise\n  type '(Integer x) -> Integer r { r >= 0 }'\n",
        '  # promise\n  def magnitude(x) = x.abs\n',
      ],
      'end\n',
      [
        '',
        "class Other\n  type '(Integer) -> Integer r { r > 0 }'\n  def up(x) = 1\nend\n",
        'class Other < Base\nend\n',
      ],
    ),
    file(
      'user.rb',
      'class User\n',
      [
        "  # uses\n  type '(Derived d, Integer x { x >= 0 }) -> Integer r { r > x }'\n  def use(d, x)\n    d.more(x)\n  end\n",
      ],
      [
        "  # base\n  type '(Base b, Integer x { x >= 0 }) -> Integer r { r > x }'\n  def base(b, x)\n    b.up(x)\n  end\n",
        "  # base\n  type '(Base b, Integer x { x >= 0 }) -> Integer r { r > x }'\n  def base(b, x)\n    b.add(1)\n    b.up(x)\n  end\n",
      ],
      [
        "  # alone\n  type '(Integer x { x > 0 }) -> Integer r { r > 1 }'\n  def alone(x)\n    x + 1\n  end\n",
        "  # alone\n  type '(Integer x { x > 0 }) -> Integer r { r > 1 }'\n  def alone(x)\n    if x > 5\n  end\n",
      ],
      'end\n',
      ['', 'class Integer\n  def up(x) = 3\nend\n', 'class Base\n  def twice(x) = 7\nend\n', 'def magnitude(x) = 4\n'],
    ),
  ];
}
