/** Calls -> one Ruby script that makes all of them and reports violated guarantees. */
import { execFileSync } from 'node:child_process';
import type { Call } from './conformanceCalls';
import { hostForTests, NEVER } from './rubyForTests';

export interface Trials {
  /** `Owner#name: what went wrong`, each once. */
  readonly broken: readonly string[];
  /** Methods of which at least one call returned or raised as its signature allows. */
  readonly tried: ReadonlySet<string>;
}

/** In the embedded Ruby. */
export async function tryCalls(
  calls: readonly Call[],
  libraries: readonly string[] = [],
  timeoutMs = 60_000,
): Promise<Trials> {
  const ruby = hostForTests({ timeoutMs });
  const loaded = libraries.map(library => `require ${JSON.stringify(library)}`).join('\n');
  try {
    return await tryBy(calls, async script => {
      const reply = await ruby.evaluate(`${loaded}\n${script}`, [], NEVER);
      if (reply.kind !== 'value') throw new Error(reply.why);
      return reply.text;
    });
  } finally {
    await ruby.close();
  }
}

/** In the installed Ruby, with an additional library. */
export async function tryInstalled(calls: readonly Call[], library: string): Promise<Trials> {
  return tryBy(calls, async script => {
    const program = `require ${JSON.stringify(library)}\nprint(begin\n${script}\nend)`;
    return execFileSync('ruby', ['-W0', '-'], { input: program, encoding: 'utf8' });
  });
}

async function tryBy(calls: readonly Call[], run: (script: string) => Promise<string>): Promise<Trials> {
  const broken = new Set<string>();
  const tried = new Set<string>();
  for (const some of batches(calls)) {
    const text = await run(scriptFor(some)).catch((error: Error) => {
      throw new Error(`${[...new Set(some.map(call => call.owner))].join(', ')}: ${error.message}`);
    });
    const found = JSON.parse(text) as { broken: readonly string[]; tried: readonly string[] };
    for (const one of found.broken) broken.add(one);
    for (const one of found.tried) tried.add(one);
  }
  return { broken: [...broken].sort(), tried };
}

/** Grouped by owner, several small ones together. */
function batches(calls: readonly Call[]): readonly (readonly Call[])[] {
  const all: Call[][] = [];
  for (const owner of new Set(calls.map(call => call.owner))) {
    const own = calls.filter(call => call.owner === owner);
    const last = all.at(-1);
    if (last && last.length + own.length <= MOST_TOGETHER) last.push(...own);
    else all.push([...own]);
  }
  return all;
}

const MOST_TOGETHER = 2_000;

function scriptFor(calls: readonly Call[]): string {
  return `
    require "json"
    require "set"
    $broken = {}
    $tried = {}
    def picture(value)
      Marshal.dump(value)
    rescue TypeError
      value.inspect
    end
    def attempt(key, shown, missing, lenient, allowed, unchanged, repeats, make, accepted, call, promised)
      receiver, *args = make.call
      return if missing && !receiver.respond_to?(key[/(?<=[#.]).*/m])
      return unless accepted.call(receiver, *args)
      kept = [receiver, *args].zip(unchanged).filter_map { |object, keeps| [object] if keeps }
      before = picture(kept)
      $unfit = nil
      begin
        value = call.call(receiver, *args)
      rescue TypeError, ArgumentError, NoMethodError => error
        return if lenient || allowed && allowed.include?(error.class.name)
        return $broken[key + ": raises " + error.class.name] ||= shown
      rescue StandardError, ScriptError, SystemExit => error
        $tried[key] = true
        return if lenient
        $broken[key + ": raises " + error.class.name + " though it is said not to"] ||= shown if allowed && !allowed.include?(error.class.name)
        $broken[key + ": raises " + error.class.name] ||= shown unless allowed
        return
      end
      $tried[key] = true
      $broken[key + ": changes something"] ||= shown if picture(kept) != before
      $broken[key + ": its block is given something else"] ||= shown + ": " + $unfit if $unfit
      return $broken[key + ": result violates the signature"] ||= shown + " => " + value.inspect[0, 60] unless promised.call(receiver, value, *args)
      return unless repeats
      # Of the same objects: what they are depends on nothing else.
      same = Array.new(5) { call.call(receiver, *args) }.all? { |again| again == value || again.equal?(value) || picture(again) == picture(value) }
      $broken[key + ": does not repeat its answer"] ||= shown unless same
    rescue NoMethodError, NameError => error
      $broken[key + ": the trial itself fails, " + error.message[0, 80]] ||= shown
    end
    ${calls.map(attemptText).join('\n')}
    JSON.generate({ broken: $broken.map { |what, shown| what + " (" + shown + ")" }, tried: $tried.keys })
  `;
}

function attemptText(call: Call): string {
  const keywords = call.keywords.map(([name], i) => [name, `k${i}`] as const);
  const formal = ['receiver', ...call.names, ...keywords.map(([, value]) => value)].join(', ');
  const passed = [...call.names, ...keywords.map(([name, value]) => `${name}: ${value}`)];
  const sent = `receiver.public_send(:${JSON.stringify(call.name)}${passed.map(one => `, ${one}`).join('')}) ${call.block ?? ''}`;
  const named = call.keywords.map(([name, value]) => `${name}: ${value}`);
  const shown = `${call.receiver}.${call.name}(${[...call.args, ...named].join(', ')})`;
  const allowed = call.raises === null ? 'nil' : JSON.stringify(call.raises);
  return `attempt(${[
    JSON.stringify(call.key).replaceAll('#', '\\#'),
    JSON.stringify(shown).replaceAll('#', '\\#'),
    call.mayBeMissing,
    call.mayRaise,
    allowed,
    JSON.stringify(call.unchanged),
    call.repeats,
    `-> { [${[call.receiver, ...call.args, ...call.keywords.map(([, value]) => value)].join(', ')}] }`,
    `->(${formal}) { ${call.accepted} }`,
    `->(${formal}) { rounds = 0; ${sent} }`,
    `->(${['receiver', 'v', ...call.names, ...keywords.map(([, value]) => value)].join(', ')}) { ${call.promised} }`,
  ].join(', ')})`;
}
