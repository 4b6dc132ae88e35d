/**
 * One embedded Ruby in this thread. What keeps it in: a WASI written in JavaScript (no real file descriptors), files
 * as in rubyFiles.ts, an empty environment, no sockets or processes, and a JS bridge of which nothing is left. A memory
 * image taken after start-up makes further ones in a twentieth of the time. Time is limited by whoever owns the thread.
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

export async function bootSandbox(options: SandboxOptions): Promise<Sandbox> {
  const quota: Quota = { left: options.quota };
  const workspace = new Mount('/workspace', quota);
  const library = new Mount('/loupe', quota);
  library.addFolder('', options.libraryFolder);
  const sink = new Sink(options.onOutput ?? (() => {}));
  const stdin = new OpenFile(new File(new Uint8Array()));
  // The image remembers the order of the mounts.
  const system = new WASI([], [], [stdin, sink, sink, workspace, library, new Mount('/tmp', quota)], { debug: false });
  sleepWithoutSpinning(system);
  const vm = new RubyVM();
  closeBridge(vm);
  const imports: WebAssembly.Imports = { wasi_snapshot_preview1: system.wasiImport };
  vm.addToImports(imports);
  const instance = await WebAssembly.instantiate(options.module, imports);
  await vm.setInstance(instance);
  const memory = instance.exports.memory as WebAssembly.Memory;
  system.initialize({ exports: { memory, ...initializer(instance) } });
  if (options.image) restore(memory, options.image);
  else vm.initialize();
  return {
    workspace,
    evaluate: source => vm.eval(source).toString(),
    image: () => copy(memory),
    output: () => Buffer.concat(sink.chunks).toString('utf8'),
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
