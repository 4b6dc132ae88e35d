/**
 * One embedded Ruby in this thread. What keeps it in: a WASI written in JavaScript (no real file descriptors), files
 * as in rubyFiles.ts, an empty environment, no sockets or processes, and a JS bridge of which nothing is left. A memory
 * image taken after start-up makes further ones in a twentieth of the time, and takes this one back to its start in a
 * tenth of that. Time is limited by whoever owns the thread.
 */
import { Fd, File, OpenFile, WASI, wasi } from '@bjorn3/browser_wasi_shim';
import { RubyVM } from '@ruby/wasm-wasi';
import { Mount, type Quota } from './rubyFiles';

export interface Sandbox {
  readonly workspace: Mount;
  /** The value of a piece of Ruby, as text. Throws what Ruby raises. */
  evaluate(source: string): string;
  image(): SharedArrayBuffer;
  /** What was printed, cut at a limit. */
  output(): string;
  /**
   * Forgets all that was evaluated since the image was taken. False when that cannot be: a program that ended in the
   * middle leaves registers behind, and memory that has grown stays.
   */
  rewind(): boolean;
}

export interface SandboxOptions {
  readonly module: WebAssembly.Module;
  readonly libraryFolder: string;
  readonly image: SharedArrayBuffer | null;
  /** Bytes that the program may write to its files. */
  readonly quota: number;
  /** Hears at once what is printed after a \u0001: steps (rubyProtocol.ts). */
  readonly onOutput?: (text: string) => void;
}

const PAGE = 65536;
const OUTPUT_LIMIT = 1 << 16;

/** stdout and stderr: kept up to a limit, dropped beyond. */
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

/** All that a program may see of the world: its files and its output. */
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
  // The image remembers the order of the mounts.
  return { workspace, sink, descriptors: [stdin, sink, sink, workspace, library, new Mount('/tmp', quota)] };
}

export async function bootSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { image } = options;
  let world = createWorld(options);
  let ended = true;
  const system = new WASI([], [], world.descriptors, { debug: false });
  sleepWithoutSpinning(system);
  const vm = new RubyVM();
  closeBridge(vm);
  const imports: WebAssembly.Imports = { wasi_snapshot_preview1: system.wasiImport };
  vm.addToImports(imports);
  const instance = await WebAssembly.instantiate(options.module, imports);
  await vm.setInstance(instance);
  keepHandles(vm);
  const memory = instance.exports.memory as WebAssembly.Memory;
  system.initialize({ exports: { memory, ...initializer(instance) } });
  if (image) restore(memory, image);
  else vm.initialize();
  return {
    get workspace() {
      return world.workspace;
    },
    evaluate: source => {
      ended = false;
      const value = vm.eval(source).toString();
      ended = true;
      return value;
    },
    image: () => copy(memory),
    output: () => Buffer.concat(world.sink.chunks).toString('utf8'),
    rewind: () => {
      if (!ended || image?.byteLength !== memory.buffer.byteLength) return false;
      restore(memory, image);
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

function restore(memory: WebAssembly.Memory, image: SharedArrayBuffer): void {
  const missing = (image.byteLength - memory.buffer.byteLength) / PAGE;
  if (missing > 0) memory.grow(missing);
  new Uint8Array(memory.buffer).set(new Uint8Array(image));
}

function copy(memory: WebAssembly.Memory): SharedArrayBuffer {
  const image = new SharedArrayBuffer(memory.buffer.byteLength);
  new Uint8Array(image).set(new Uint8Array(memory.buffer));
  return image;
}

/** The shim spins while Ruby sleeps; wait instead. */
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

/** What is collected here would be dropped there, where after a rewind something else may stand in its place. */
function keepHandles(vm: RubyVM): void {
  const { guest } = vm as unknown as {
    guest: { _registry0: Pick<FinalizationRegistry<number>, 'register' | 'unregister'> };
  };
  guest._registry0 = { register: () => {}, unregister: () => false };
}

type BridgeFunction = (...args: never[]) => unknown;
interface Bridged {
  getImports(to: (value: unknown) => unknown, from: (value: unknown) => unknown): Record<string, BridgeFunction>;
}

/** Ruby's own start-up asks for these constants; nothing else is ever evaluated. */
const CONSTANTS = new Map<string, unknown>([
  ['return undefined', undefined],
  ['return null', null],
  ['return true', true],
  ['return false', false],
]);
/** Functions of the bridge that hand out nothing but what Ruby itself put in. */
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

/** Every function that is not known to be harmless fails: what a later version adds is closed, too. */
function closeBridge(vm: RubyVM): void {
  const bridged = vm as unknown as Bridged;
  const original = bridged.getImports.bind(vm);
  bridged.getImports = (to, from) => {
    const imports = original(to, from);
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
}
