/** `node:os` in a browser. */
declare const navigator: { readonly hardwareConcurrency?: number };

export const availableParallelism = (): number => navigator.hardwareConcurrency ?? 1;
export const homedir = (): string => '/';
export const tmpdir = (): string => '/';
