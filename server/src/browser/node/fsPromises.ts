/** `node:fs/promises` in a browser. */
import * as fs from './fs';

export const stat = async (path: string): Promise<fs.Stats> => fs.statSync(path);
export const realpath = async (path: string): Promise<string> => fs.realpathSync(path);
export const readFile = async (path: string, encoding?: 'utf8'): Promise<Uint8Array | string> =>
  fs.readFileSync(path, encoding);
export const readdir = async (...args: Parameters<typeof fs.readdirSync>): Promise<ReturnType<typeof fs.readdirSync>> =>
  fs.readdirSync(...args);
