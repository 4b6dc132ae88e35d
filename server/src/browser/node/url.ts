/** `node:url` in a browser. */
export const pathToFileURL = (path: string): URL => new URL(`file://${path}`);
