/** The effects of a core method, as far as the overlay or its class says. */
import type { MethodInfo } from '../src/program/program';
import type { CoreMethod } from './coreMethods';

/**
 * `calls`: as pure as the code that it calls: a block, `each`, `<=>`, `coerce`, `initialize`, or a method named by an
 * argument. `keeps`: it calls nothing yet, but the enumerator that it returns will. test/core/coreEffects.test.ts
 * distinguishes the two.
 */
export type Effect = 'pure' | 'reads' | 'writes' | 'outside' | 'calls' | 'keeps';

/**
 * Methods of these classes without a label may change anything: they use the system, other threads or the program
 * itself. Classifying a whole class is sound only because it promises nothing.
 */
const OUTSIDE = new Set(
  words(`IO File Dir FileTest File::Stat Process Process::Status Process::Tms GC ObjectSpace ObjectSpace::WeakMap
    ObjectSpace::WeakKeyMap Signal Thread Thread::Mutex Thread::Queue Thread::SizedQueue Thread::ConditionVariable
    Thread::Backtrace::Location ThreadGroup Fiber TracePoint Warning Random Random::Formatter Binding Marshal Encoding
    Encoding::Converter Refinement Module Enumerator::Generator Enumerator::Yielder`),
);

/** A class that includes or extends these provides the code that they call. */
export const CALLS: ReadonlySet<string> = new Set(
  words(`Enumerable Comparable Numeric Enumerator Enumerator::Lazy Enumerator::Chain Enumerator::Product
    Enumerator::ArithmeticSequence`),
);

/** Methods of those that call nothing before elements of their result are requested. */
export const KEEPS: ReadonlySet<string> = new Set([
  ...words('chain chunk chunk_while lazy slice_after slice_before slice_when').map(name => `Enumerable#${name}`),
  ...words(`chunk chunk_while collect collect_concat compact drop drop_while filter filter_map find_all flat_map grep grep_v
    lazy map reject select slice_after slice_before slice_when take take_while uniq with_index`).map(
    name => `Enumerator::Lazy#${name}`,
  ),
]);

const CALLING_METHODS = new Set(
  words(`BasicObject#__send__ BasicObject#instance_eval BasicObject#instance_exec Kernel#public_send Kernel#send
    Kernel#respond_to? Exception#respond_to? Kernel#dup Kernel#clone Kernel.String Kernel.Array Kernel.Hash Kernel.loop
    Kernel.catch Class#new Array.new String.new Struct.new Proc.new Proc#call Proc#[] Proc#yield Proc#=== Method#call
    Method#[] Method#=== UnboundMethod#bind_call Hash#[] Data#deconstruct`),
);

/** The remaining methods of these: output, loading, jumps, the stack, new definitions. */
const OUTSIDE_METHODS = new Set(
  words(`Kernel NameError#local_variables Class#attached_object Data.define Proc#ruby2_keywords Regexp.timeout= Set#pretty_print
    Set#pretty_print_cycle`),
);

export function effectOf(method: CoreMethod, found: MethodInfo | null): Effect | null {
  const labels = found?.signature?.labels;
  if (labels?.pure) return 'pure';
  if (labels?.modifies) return labels.modifies.length === 0 ? 'reads' : 'writes';
  const key = `${method.owner}${method.singleton ? '.' : '#'}${method.name}`;
  if (KEEPS.has(key)) return 'keeps';
  if (CALLS.has(method.owner) || CALLING_METHODS.has(key)) return 'calls';
  return OUTSIDE.has(method.owner) || OUTSIDE_METHODS.has(method.owner) || OUTSIDE_METHODS.has(key) ? 'outside' : null;
}

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
