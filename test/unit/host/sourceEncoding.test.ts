/** Sources in other encodings than UTF-8: decoded as Ruby reads them, and encoded again for runs. */
import assert from 'node:assert/strict';
import { decodeSource, encodeSource } from '../../../server/src/host/sourceEncoding';

const bytesOf = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Buffer.concat(parts.map(part => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));

const READ: readonly (readonly [name: string, bytes: Uint8Array, text: string])[] = [
  ['UTF-8 without a comment', bytesOf('x = "', [0xc3, 0xa9], '"'), 'x = "é"'],
  ['ISO-8859-1', bytesOf('# encoding: iso-8859-1\nx = "', [0xe9], '"'), '# encoding: iso-8859-1\nx = "é"'],
  [
    'ISO-8859-1 as Emacs writes it',
    bytesOf('# -*- coding: latin-1 -*-\n"', [0xe9], '"'),
    '# -*- coding: latin-1 -*-\n"é"',
  ],
  [
    'after a #! line',
    bytesOf('#!/usr/bin/ruby\n# vim: set fileencoding=iso-8859-1 :\n"', [0xe9], '"'),
    '#!/usr/bin/ruby\n# vim: set fileencoding=iso-8859-1 :\n"é"',
  ],
  ['ISO-8859-15', bytesOf('# encoding: ISO-8859-15\n"', [0xa4], '"'), '# encoding: ISO-8859-15\n"€"'],
  ['Windows-1251', bytesOf('# coding: windows-1251\n"', [0xc6], '"'), '# coding: windows-1251\n"Ж"'],
  ['Shift_JIS', bytesOf('# encoding: Shift_JIS\n"', [0x90, 0x94], '"'), '# encoding: Shift_JIS\n"数"'],
  ['EUC-JP', bytesOf('# encoding: euc-jp-unix\n"', [0xbf, 0xf4], '"'), '# encoding: euc-jp-unix\n"数"'],
  ['bytes', bytesOf('# encoding: ascii-8bit\n"', [0xff, 0x00], '"'), '# encoding: ascii-8bit\n"\u00ff\u0000"'],
  ['a name that Ruby does not know', bytesOf('# encoding: none-such\n1'), '# encoding: none-such\n1'],
  ['UTF-8 that is declared', bytesOf('# encoding: utf-8-unix\n"', [0xc3, 0xa9], '"'), '# encoding: utf-8-unix\n"é"'],
];

const REFUSED: readonly (readonly [name: string, bytes: Uint8Array, declared: string | null])[] = [
  ['UTF-8', bytesOf('x = "', [0xe9], '"'), null],
  ['UTF-8 that is declared', bytesOf('# encoding: utf-8\nx = "', [0xe9], '"'), null],
  ['Shift_JIS', bytesOf('# encoding: shift_jis\n"', [0x81, 0x20], '"'), 'shift_jis'],
  ['a comment in the third line', bytesOf('\n\n# encoding: iso-8859-1\n"', [0xe9], '"'), null],
];

describe('the encoding of a source', () => {
  for (const [name, bytes, text] of READ)
    it(`is read and written: ${name}`, () => {
      assert.deepEqual(decodeSource(bytes), { text });
      assert.equal(Buffer.compare(encodeSource(text), bytes), 0);
    });
  for (const [name, bytes, declared] of REFUSED)
    it(`is refused: not ${name}`, () => assert.deepEqual(decodeSource(bytes), { declared }));
});
