/** `node:worker_threads` in a browser: a Web Worker whose first message is its `workerData`. */

interface BrowserWorker {
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onerror: ((event: { readonly message?: string }) => void) | null;
  postMessage(message: unknown): void;
  terminate(): void;
}

declare const self: BrowserWorker & {
  readonly Worker: new (url: string) => BrowserWorker;
  readonly name: string;
};

type Event = 'message' | 'error' | 'exit';
type Listener = (argument: unknown) => void;

/** Threads are files beside the one that starts them; their path is only a name here. */
export class Worker {
  private readonly worker: BrowserWorker;
  private readonly listeners = new Map<Event, Listener>();

  constructor(file: string, options: { readonly workerData: unknown }) {
    this.worker = new self.Worker(file.slice(file.lastIndexOf('/') + 1));
    this.worker.onmessage = ({ data }) => this.emit('message', data);
    this.worker.onerror = ({ message }) => this.emit('error', new Error(message ?? 'the thread does not start'));
    this.worker.postMessage(options.workerData);
  }
  on(event: Event, listener: Listener): void {
    this.listeners.set(event, listener);
  }
  postMessage(message: unknown): void {
    this.worker.postMessage(message);
  }
  async terminate(): Promise<void> {
    this.worker.terminate();
  }
  removeAllListeners(): void {
    this.listeners.clear();
  }
  ref(): void {}
  unref(): void {}
  private emit(event: Event, argument: unknown): void {
    this.listeners.get(event)?.(argument);
  }
}

/** Set by `receiveWorkerData`, before the thread's own module runs. */
export let workerData: unknown;

export function receiveWorkerData(): Promise<void> {
  return new Promise(resolve => {
    self.onmessage = ({ data }) => {
      workerData = data;
      self.onmessage = null;
      resolve();
    };
  });
}

export const parentPort = {
  postMessage: (message: unknown): void => self.postMessage(message),
  on: (_event: 'message', listener: Listener): void => {
    self.onmessage = ({ data }) => listener(data);
  },
};
