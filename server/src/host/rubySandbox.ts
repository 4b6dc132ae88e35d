/**
 * One embedded Ruby in this thread. The sandbox consists of a WASI in JavaScript (no real file descriptors), the files
 * of rubyFiles.ts, an empty environment, no sockets or processes, and a closed JS bridge. A memory image taken after
 * start-up (rubyImage.ts) starts further instances 20 times faster, and resets this one another 10 times faster. The owner of the
 * thread limits the time, and the work if the module is metered (fuel.ts).
 */
import { Fd, File, OpenFile, WASI, wasi } from '@bjorn3/browser_wasi_shim';
import { RubyVM } from '@ruby/wasm-wasi';
import { FUEL } from './fuel';
import { Mount, type Quota } from './rubyFiles';
import type { StoredImage } from './rubyImage';

export interface Sandbox {
  readonly workspace: Mount;
  /** The value of a Ruby expression as a string. Throws what Ruby raises, or if it takes more work; null: any amount. */
  evaluate(source: string, mostWork: number | null): string;
  /** Whether the work of the last evaluation was used up. */
  isExhausted(): boolean;
  image(): SharedArrayBuffer;
  /** What was printed, truncated at a limit. */
  output(): string;
  /**
   * Resets Ruby to an image of it. False if that is not possible: a program that ended in the middle leaves registers
   * behind, and grown memory cannot shrink.
   */
  rewind(image: SharedArrayBuffer): boolean;
}

export interface SandboxOptions {
  readonly module: WebAssembly.Module;
  readonly libraryFolder: string;
  /** Null: Ruby starts from nothing. */
  readonly image: SharedArrayBuffer | StoredImage | null;
  /** Bytes that the program may write to its files. */
  readonly quota: number;
  /** Receives what is printed after a \u0001 immediately: steps (rubyProtocol.ts). */
  readonly onOutput?: (text: string) => void;
}

const PAGE = 65536;
const OUTPUT_LIMIT = 1 << 16;
const UNLIMITED = 2n ** 63n - 1n;

/** stdout and stderr: kept up to a limit, dropped beyond it. */
class Sink extends Fd {
  readonly chunks: Uint8Array[] = [];
  private size = 0;
  constructor(private readonly onOutput: (text: string) => void) {
    super();
  }
  override fd_fdstat_get(): { ret: number; fdstat: wasi.Fdstat | null } {
    const stat = new wasi.Fdstat(wasi.FILETYPE_CHARACTER_DEVICE, 0);
    stat.fs_rights_base = BigInt(wasi.RIGHTS_FD_WRITE);
    return { ret: 0, fdstat: stat };
  }
  override fd_filestat_get(): { ret: number; filestat: wasi.Filestat } {
    return { ret: 0, filestat: new wasi.Filestat(1n, wasi.FILETYPE_CHARACTER_DEVICE, 0n) };
  }
  override fd_write(data: Uint8Array): { ret: number; nwritten: number } {
    if (this.size < OUTPUT_LIMIT) this.chunks.push(data.slice(0, OUTPUT_LIMIT - this.size));
    this.size += data.byteLength;
    if (data[0] === 1) this.onOutput(Buffer.from(data).toString('utf8'));
    return { ret: 0, nwritten: data.byteLength };
  }
}

/** What a program can access: its files and its output. */
interface World {
  readonly workspace: Mount;
  readonly sink: Sink;
  readonly descriptors: Fd[];
}

function createWorld({ quota: left, libraryFolder, onOutput }: SandboxOptions): World {
  const quota: Quota = { left };
  const workspace = new Mount('/workspace', quota);
  const library = new Mount('/loupe', quota);
  library.addFolder('', libraryFolder);
  const sink = new Sink(onOutput ?? (() => {}));
  const stdin = new OpenFile(new File(new Uint8Array()));
  // The image depends on the order of the mounts.
  return { workspace, sink, descriptors: [stdin, sink, sink, workspace, library, new Mount('/tmp', quota)] };
}

export async function bootSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { image } = options;
  let world = createWorld(options);
  let ended = true;
  const system = new WASI([], [], world.descriptors, { debug: false });
  sleepWithoutSpinning(system);
  watchClocks(system, () => world.workspace.sightings.markUnrepeatable());
  const vm = new RubyVM();
  closeBridge(vm);
  const imports: WebAssembly.Imports = { wasi_snapshot_preview1: system.wasiImport };
  vm.addToImports(imports);
  const instance = await WebAssembly.instantiate(options.module, imports);
  await vm.setInstance(instance);
  keepHandles(vm);
  const memory = instance.exports.memory as WebAssembly.Memory;
  const fuel = instance.exports[FUEL] as WebAssembly.Global | undefined;
  // The image has what the initializer of the module writes: it would only be overwritten.
  system.initialize({ exports: { memory, ...(image ? {} : initializer(instance)) } });
  if (image) restore(memory, image);
  else vm.initialize();
  return {
    get workspace() {
      return world.workspace;
    },
    evaluate: (source, mostWork) => {
      ended = false;
      if (fuel) fuel.value = mostWork === null ? UNLIMITED : BigInt(mostWork);
      const value = vm.eval(source).toString();
      ended = true;
      return value;
    },
    isExhausted: () => fuel?.value === 0n,
    image: () => copy(memory),
    output: () => Buffer.concat(world.sink.chunks).toString('utf8'),
    rewind: to => {
      if (!ended || to.byteLength !== memory.buffer.byteLength) return false;
      restore(memory, to);
      world = createWorld(options);
      system.fds = world.descriptors;
      return true;
    },
  };
}

function initializer(instance: WebAssembly.Instance): { _initialize?: () => unknown } {
  const initialize = instance.exports._initialize;
  return typeof initialize === 'function' ? { _initialize: () => initialize() as unknown } : {};
}

/** A stored image is for the memory of a new instance only. */
function restore(memory: WebAssembly.Memory, image: SharedArrayBuffer | StoredImage): void {
  const missing = (image.byteLength - memory.buffer.byteLength) / PAGE;
  if (missing > 0) memory.grow(missing);
  const bytes = new Uint8Array(memory.buffer);
  if (image instanceof SharedArrayBuffer) bytes.set(new Uint8Array(image));
  else for (const run of image.runs) bytes.set(run.bytes, run.at);
}

function copy(memory: WebAssembly.Memory): SharedArrayBuffer {
  const image = new SharedArrayBuffer(memory.buffer.byteLength);
  new Uint8Array(image).set(new Uint8Array(memory.buffer));
  return image;
}

/** The shim busy-waits while Ruby sleeps; block instead. */
function sleepWithoutSpinning(system: WASI): void {
  const poll = system.wasiImport.poll_oneoff!;
  const never = new Int32Array(new SharedArrayBuffer(4));
  system.wasiImport.poll_oneoff = (input: number, output: number, count: number, events: number) => {
    const subscription = wasi.Subscription.read_bytes(new DataView(system.inst.exports.memory.buffer), input);
    const clock = subscription.eventtype === wasi.EVENTTYPE_CLOCK && (subscription.flags & 1) === 0;
    if (count === 1 && clock) Atomics.wait(never, 0, 0, Number(subscription.timeout) / 1e6);
    return poll(input, output, count, events);
  };
}

/** Tells of every look at a clock and every random number from outside. */
function watchClocks({ wasiImport }: WASI, onUse: () => void): void {
  for (const name of ['clock_time_get', 'random_get', 'poll_oneoff']) {
    const original = wasiImport[name]!;
    wasiImport[name] = (...args: never[]) => {
      onUse();
      return original(...args);
    };
  }
}

/**
 * Keeps JavaScript handles alive: collecting one would drop it in Ruby, where another object may be in its place after
 * a rewind.
 */
function keepHandles(vm: RubyVM): void {
  const none: Pick<FinalizationRegistry<number>, 'register' | 'unregister'> = {
    register: () => {},
    unregister: () => false,
  };
  Reflect.set(vm.guest, '_registry0', none);
}

type BridgeFunction = (...args: never[]) => unknown;
type Convert = (value: unknown) => unknown;

/** Ruby's start-up needs these constants; nothing else is ever evaluated. */
const CONSTANTS = new Map<string, unknown>([
  ['return undefined', undefined],
  ['return null', null],
  ['return true', true],
  ['return false', false],
]);
/** Functions of the bridge that return only what Ruby itself stored. */
const HARMLESS = new Set([
  'isJs',
  'intToJsNumber',
  'floatToJsNumber',
  'stringToJsString',
  'boolToJsBool',
  'jsValueToString',
  'jsValueToInteger',
  'exportJsValueToHost',
  'importJsValueFromHost',
  'jsValueTypeof',
  'jsValueEqual',
  'jsValueStrictlyEqual',
]);

/** Every function that is not known to be harmless fails, including those that later versions add. */
function closeBridge(vm: RubyVM): void {
  const original: unknown = Reflect.get(vm, 'getImports');
  if (typeof original !== 'function') throw new Error('the JS bridge of this Ruby is not at the expected place');
  const getImports = (to: Convert, from: Convert): Record<string, BridgeFunction> => {
    const imports: Record<string, BridgeFunction> = original.call(vm, to, from);
    const refuse = (): unknown => ({ tag: 'failure', val: to('the JS bridge is closed') });
    for (const name of Object.keys(imports)) if (!HARMLESS.has(name)) imports[name] = refuse;
    imports.evalJs = (code: string) => {
      const constant = code.replace(/;$/, '');
      return CONSTANTS.has(constant) ? { tag: 'success', val: to(CONSTANTS.get(constant)) } : refuse();
    };
    imports.globalThis = () => to(undefined);
    imports.instanceOf = () => false;
    imports.procToJsFunction = () => to(null);
    imports.rbObjectToJsRbValue = () => to(null);
    return imports;
  };
  Reflect.set(vm, 'getImports', getImports);
}
