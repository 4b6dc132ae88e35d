/**
 * Command lines as data: each command declares its options; parsing, help and error messages are derived. An invalid
 * command line is a UsageError: one line on standard error, exit status 2.
 */
import { closest } from '../base/spelling';
import type { Host } from '../engine/host';
import type { HostOptions } from '../host/createHost';

export class UsageError extends Error {}

interface OptionSpec {
  readonly help: string;
  /** Without a value the option is a switch. */
  readonly value?: {
    readonly name: string;
    readonly type: 'text' | 'number';
    readonly choices?: readonly string[];
    /** For a number. */
    readonly minimum?: number;
  };
}

export interface CommandSpec {
  readonly name: string;
  /** As shown in help: `[paths]`. */
  readonly operands: string;
  /** For the list of commands: a verb and its object. */
  readonly short: string;
  readonly summary: string;
  readonly options: Readonly<Record<string, OptionSpec>>;
  readonly minOperands: number;
  readonly maxOperands: number;
  /** Words after `--` are a command to run, not operands. */
  readonly takesCommand?: true;
  readonly run: (io: Io, input: CommandInput) => Promise<number>;
}

export interface CommandInput {
  readonly operands: readonly string[];
  /** Null: no `--` was given. */
  readonly command: readonly string[] | null;
  readonly options: ReadonlyMap<string, string | true>;
}

/** The environment of the command line, replaceable in tests. */
export interface Io {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly createHost: (options: HostOptions) => Host;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly outIsTerminal: boolean;
  readonly errIsTerminal: boolean;
  /** Aborted by SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
  /**
   * Does work that returns nothing before its end and therefore cannot be interrupted from within: a signal ends the
   * process at once, also one that came before.
   */
  readonly untilSignal: <Result>(work: () => Result) => Result;
}

export function readInput(spec: CommandSpec, words: readonly string[]): CommandInput {
  const operands: string[] = [];
  let command: readonly string[] | null = null;
  const options = new Map<string, string | true>();
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (word === '--') {
      if (spec.takesCommand) command = words.slice(i + 1);
      else operands.push(...words.slice(i + 1));
      break;
    }
    if (!word.startsWith('--') || word === '-') {
      if (word.startsWith('-') && word !== '-') throw unknownOption(spec, word);
      operands.push(word);
      continue;
    }
    const equals = word.indexOf('=');
    const name = equals < 0 ? word.slice(2) : word.slice(2, equals);
    const option = spec.options[name];
    if (option === undefined) throw unknownOption(spec, `--${name}`);
    if (option.value === undefined) {
      if (equals >= 0) throw new UsageError(`--${name} takes no value`);
      options.set(name, true);
      continue;
    }
    const given = equals >= 0 ? word.slice(equals + 1) : words[++i];
    options.set(name, readValue(name, option, given));
  }
  checkOperands(spec, operands);
  return { operands, command, options };
}

function readValue(name: string, option: OptionSpec, given: string | undefined): string {
  const { choices, type, name: valueName, minimum = 0 } = option.value!;
  if (given === undefined) throw new UsageError(`--${name} needs a value: --${name} ${valueName}`);
  if (choices !== undefined && !choices.includes(given)) {
    throw new UsageError(`--${name} is one of ${choices.join(', ')}, not "${given}"`);
  }
  if (type === 'number' && !/^\d+$/.test(given)) throw new UsageError(`--${name} is a whole number, not "${given}"`);
  if (type === 'number' && Number(given) < minimum) throw new UsageError(`--${name} is at least ${minimum}`);
  return given;
}

function unknownOption(spec: CommandSpec, word: string): UsageError {
  const nearest = closest(
    word,
    Object.keys(spec.options).map(name => `--${name}`),
  );
  return new UsageError(`unknown option ${word}${nearest === null ? '' : `; did you mean ${nearest}?`}`);
}

function checkOperands(spec: CommandSpec, operands: readonly string[]): void {
  if (operands.length < spec.minOperands)
    throw new UsageError(`too few arguments: loupe ${spec.name} ${spec.operands}`);
  if (operands.length > spec.maxOperands) {
    throw new UsageError(`unexpected argument "${operands[spec.maxOperands]}": loupe ${spec.name} ${spec.operands}`);
  }
}

export function textOption(input: CommandInput, name: string): string | null {
  const value = input.options.get(name);
  return typeof value === 'string' ? value : null;
}

export function numberOption(input: CommandInput, name: string): number | null {
  const value = textOption(input, name);
  return value === null ? null : Number(value);
}

export function switchOption(input: CommandInput, name: string): boolean {
  return input.options.get(name) === true;
}

/** What fits on a screen: how to begin, and the commands. */
export function overviewOf(specs: readonly CommandSpec[]): string {
  const width = Math.max(...specs.map(({ name }) => name.length));
  return [
    'Loupe: refinement types for Ruby',
    '',
    'Start with `loupe check`: it reads the Ruby files of this folder and reports what is wrong.',
    '',
    ...specs.map(({ name, short }) => `  loupe ${name.padEnd(width)}  ${short}`),
    '',
    'loupe help COMMAND shows the options of a command, loupe --help those of all.',
    '',
  ].join('\n');
}

/** The help of one command. */
export function helpOf(spec: CommandSpec): string {
  const rows = Object.entries(spec.options).map(([name, option]) => {
    const value = option.value;
    const shown = value === undefined ? '' : ` ${value.choices?.join('|') ?? value.name}`;
    return { left: `--${name}${shown}`, right: option.help };
  });
  const width = Math.max(0, ...rows.map(row => row.left.length));
  const options = rows.map(row => `  ${row.left.padEnd(width)}  ${row.right}`);
  return [`loupe ${spec.name} ${spec.operands}`.trim(), `  ${spec.summary}`, ...options, ''].join('\n');
}
