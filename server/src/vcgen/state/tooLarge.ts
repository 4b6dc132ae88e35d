/** The method is too large for the current bounds; vcgen.ts catches this and tries smaller ones. */
export class TooLarge extends Error {}
