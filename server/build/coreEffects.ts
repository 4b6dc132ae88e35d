/** What a core method does to the world, as far as the overlay or its kind says. */
import type { MethodInfo } from '../src/program/program';
import type { CoreMethod } from './coreMethods';

/**
 * `calls`: as pure as the code that it runs: a block, `each`, `<=>`, `coerce`, `initialize`, a method named by its argument.
 * `keeps`: it runs nothing yet; the enumerator that it gives will. Which of the two, test/ruby/coreEffects.test.ts tries.
 */
export type Effect = 'pure' | 'reads' | 'writes' | 'outside' | 'calls' | 'keeps';

/**
 * What no label speaks of here is taken to change anything: these speak with the system, other threads, or the program
 * itself. So a class is judged as a whole only where that promises nothing.
 */
const OUTSIDE = new Set(
  words(`IO File Dir FileTest File::Stat Process Process::Status Process::Tms GC ObjectSpace ObjectSpace::WeakMap
    ObjectSpace::WeakKeyMap Signal Thread Thread::Mutex Thread::Queue Thread::SizedQueue Thread::ConditionVariable
    Thread::Backtrace::Location ThreadGroup Fiber TracePoint Warning Random Random::Formatter Binding Marshal Encoding
    Encoding::Converter Refinement Module Enumerator::Generator Enumerator::Yielder`),
);

/** Whoever includes or extends these brings the code that they run. */
export const CALLS: ReadonlySet<string> = new Set(
  words(`Enumerable Comparable Numeric Enumerator Enumerator::Lazy Enumerator::Chain Enumerator::Product
    Enumerator::ArithmeticSequence`),
);

/** Of those, what runs nothing before its result is asked for elements. */
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

/** The rest of these: output, loading, jumps, the stack, new definitions. */
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
