/**
 * Library methods that read or change the world outside their arguments: clocks, randomness, files, processes, input
 * and output. Two calls may return different values, so refinements may not use them.
 */
import type { MethodInfo } from '../../program/program';

/** Functions that every object has, with or without an explicit `Kernel.`. */
const KERNEL: ReadonlySet<string> = new Set(
  (
    'puts print p pp putc printf warn display gets readline readlines getc rand srand sleep exit exit! abort at_exit ' +
    'system exec spawn fork ` trap open test select syscall require require_relative load autoload binding ' +
    'set_trace_func trace_var untrace_var'
  ).split(' '),
);

/** These write invisibly: fields by name, evaluated source, methods of a single object. */
const REFLECTIVE: ReadonlySet<string> = new Set(
  (
    'instance_variable_set remove_instance_variable define_singleton_method extend eval instance_eval instance_exec ' +
    'class_eval class_exec module_eval module_exec class_variable_set remove_class_variable const_set define_method ' +
    'alias_method remove_method undef_method attr_accessor attr_reader attr_writer include prepend'
  ).split(' '),
);

const ROOTS: ReadonlySet<string> = new Set(['Kernel', 'Object', 'BasicObject', 'Module', 'Class']);

/** All methods of these depend on the outside world, except those that only compute a name. */
const EXTERNAL_CLASSES: ReadonlySet<string> = new Set(
  (
    'IO File File::Stat FileTest Dir Process Process::Status Random Random::Base Random::Formatter SecureRandom GC ' +
    'ObjectSpace Signal Thread ENVClass ENV FileUtils Tempfile Etc Open3 Socket Net::HTTP Pathname'
  ).split(' '),
);
const NAMES_ONLY =
  /^(basename|dirname|extname|join|split|fnmatch\??|path|to_path|to_s|to_str|absolute_path\?|absolute\?|relative\?|root\?|parent|cleanpath|sub|sub_ext|each_filename|relative_path_from|initialize|new|hash|eql\?|[+/]|<=>|===?)$/;

const CLOCKS: ReadonlySet<string> = new Set(['Time', 'Date', 'DateTime']);

export function isReflective(info: MethodInfo): boolean {
  return ROOTS.has(info.owner) && REFLECTIVE.has(info.name);
}

export function hasExternalEffects(info: MethodInfo): boolean {
  const { owner, name } = info;
  if (ROOTS.has(owner) && KERNEL.has(name)) return true;
  if (EXTERNAL_CLASSES.has(owner)) return !NAMES_ONLY.test(name);
  if (CLOCKS.has(owner)) return info.singleton && (name === 'now' || name === 'today');
  return owner === 'Array' && (name === 'sample' || name === 'shuffle');
}
