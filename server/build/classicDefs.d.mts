/** What of @ruby/prism is used: a parser for one source. */
export type Parse = (source: string) => { readonly value: unknown };
export function writeClassicDefs(source: string, parse: Parse): string;
export function newerSyntax(source: string, parse: Parse): readonly string[];
