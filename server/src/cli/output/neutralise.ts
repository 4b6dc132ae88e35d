/**
 * Makes text from sources and file names harmless for a terminal: control characters, which could move the cursor or
 * hide text, are replaced by visible ones of the same width. The sequences that Loupe itself writes are kept.
 */

/** Colours (colours.ts) and the progress line (progress.ts). */
const OWN = '\\u001b\\[(?:0|1|2|3[1-4])m|\\r?\\u001b\\[K|\\r\\n';
/** Control characters but for tab and line feed, and marks that change the direction of text. */
const CONTROLS = '[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]';
const TOKENS = new RegExp(`(${OWN})|${CONTROLS}`, 'g');

export function neutralise(text: string): string {
  return text.replace(TOKENS, (found, own: string | undefined) => own ?? showControl(found.charCodeAt(0)));
}

/** Unicode has pictures of the ASCII control characters. */
function showControl(code: number): string {
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : '\ufffd';
}
