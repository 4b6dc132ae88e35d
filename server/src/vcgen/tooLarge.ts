/** The method is too large to be read within these bounds; caught by vcgen.ts, which tries smaller ones. */
export class TooLarge extends Error {}
