/**
 * Ruby values as data: the parts of a counterexample, and what a replay returns. Equal ids are the same object; an empty id
 * is that of no other.
 */
export type RubyValue =
  | { readonly kind: 'nil' }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'integer'; readonly value: string }
  | { readonly kind: 'float'; readonly value: string } // Ruby source: 1.5, 1e100, Float::INFINITY
  | { readonly kind: 'rational'; readonly numerator: string; readonly denominator: string }
  | { readonly kind: 'string'; readonly value: string; readonly id?: string }
  | { readonly kind: 'symbol'; readonly value: string }
  | { readonly kind: 'array'; readonly id: string; readonly elements: readonly RubyValue[] }
  | {
      readonly kind: 'hash';
      readonly id: string;
      readonly entries: readonly (readonly [RubyValue, RubyValue])[];
      /** The value for missing keys, if it is not nil. */
      readonly default?: RubyValue;
    }
  | { readonly kind: 'frozen'; readonly value: RubyValue }
  | { readonly kind: 'range'; readonly from: RubyValue; readonly to: RubyValue; readonly exclusive: boolean }
  | {
      readonly kind: 'object';
      readonly id: string; // equal ids are the same object
      readonly className: string;
      readonly fields: readonly { readonly name: string; readonly value: RubyValue }[];
    }
  | { readonly kind: 'class'; readonly name: string }
  /** Another reference to the same container or object (aliasing, cycles). */
  | { readonly kind: 'again'; readonly id: string }
  /** Not expressible in Ruby source; shown as this string. */
  | { readonly kind: 'opaque'; readonly text: string };
