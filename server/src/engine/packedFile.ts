/**
 * What was read from a file, as it goes from one thread to another: plain data, without bodies. What must be known of a
 * body without looking into it goes along.
 */
import { type BodyFacts, factsOf, keepFacts } from '../resolve/facts';
import type { Declaration, MethodDeclaration } from '../ril/declarations';
import { type BodySource, withLazyBody } from '../ril/lazyBody';
import type { FileReading } from './pipeline';

export interface PackedFile {
  /** Methods have no body. */
  readonly reading: FileReading;
  /** In the order of the methods. */
  readonly facts: readonly BodyFacts[];
}

export function packed(reading: FileReading): PackedFile {
  const facts: BodyFacts[] = [];
  const pack = (method: MethodDeclaration): MethodDeclaration => {
    facts.push(factsOf(method.body));
    return { ...method, body: null as never };
  };
  return { reading: withMethods(reading, pack), facts };
}

export function unpacked({ reading, facts }: PackedFile, sourceOf: (anchor: string) => BodySource): FileReading {
  let next = 0;
  const unpack = ({ body: _, ...method }: MethodDeclaration): MethodDeclaration => {
    const source = sourceOf(method.anchor);
    keepFacts(source, facts[next++]!);
    return withLazyBody(method, source);
  };
  return withMethods(reading, unpack);
}

function withMethods(reading: FileReading, change: (method: MethodDeclaration) => MethodDeclaration): FileReading {
  return { ...reading, ril: { ...reading.ril, declarations: mapMethods(reading.ril.declarations, change) } };
}

/** Of classes and modules; those inside expressions are left as they are. */
export function mapMethods(
  declarations: readonly Declaration[],
  change: (method: MethodDeclaration) => MethodDeclaration,
): readonly Declaration[] {
  return declarations.map(declaration => {
    switch (declaration.kind) {
      case 'class':
      case 'module':
      case 'singleton':
        return { ...declaration, body: mapMethods(declaration.body, change) };
      case 'method':
        return change(declaration);
      default:
        return declaration;
    }
  });
}
