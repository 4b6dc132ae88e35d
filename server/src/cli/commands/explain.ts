/** `loupe explain CODE`: the page of a problem, by code or by name. */
import { readFileSync } from 'node:fs';
import { closest } from '../../base/spelling';
import { assetPath } from '../../host/assets';
import { CATALOGUE } from '../../problems/catalogue';
import { type CommandSpec, UsageError } from '../usage';

export const explainCommand: CommandSpec = {
  name: 'explain',
  operands: 'CODE',
  short: 'explain a problem and how to fix it',
  summary: 'Explains a problem, with an example and how to fix it: loupe explain LP4001.',
  minOperands: 1,
  maxOperands: 1,
  options: {},
  run: async (io, { operands }) => {
    io.out(readPage(operands[0]!));
    return 0;
  },
};

/** `wanted`: a code or a name. */
export function readPage(wanted: string): string {
  return readFileSync(assetPath('problems', `${findCode(wanted)}.md`), 'utf8');
}

function findCode(wanted: string): string {
  const codes = Object.entries(CATALOGUE);
  const found = codes.find(([code, { name }]) => code === wanted.toUpperCase() || name === wanted.toLowerCase());
  if (found !== undefined) return found[0];
  const nearest = closest(wanted, [...codes.map(([code]) => code), ...codes.map(([, { name }]) => name)]);
  throw new UsageError(`no problem is called "${wanted}"${nearest === null ? '' : `; did you mean ${nearest}?`}`);
}
