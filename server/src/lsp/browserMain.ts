/** The language server in a Web Worker: its client is the page that started it. */
import {
  BrowserMessageReader,
  BrowserMessageWriter,
  createConnection,
  ProposedFeatures,
} from 'vscode-languageserver/browser';
import { BrowserAssets } from '../browser/browserAssets';
import { createBrowserHost } from '../browser/createBrowserHost';
import { mountAssets } from '../browser/mountAssets';
import { Server } from './server';

type Port = ConstructorParameters<typeof BrowserMessageReader>[0];
declare const self: Port;

/** Messages that arrive before the connection listens are lost, so the client waits for the first one of this thread. */
async function main(): Promise<void> {
  await mountAssets(BrowserAssets.files);
  const [reader, writer] = [new BrowserMessageReader(self), new BrowserMessageWriter(self)];
  new Server(createConnection(ProposedFeatures.all, reader, writer), createBrowserHost, new BrowserAssets()).listen();
  self.postMessage({ jsonrpc: '2.0', method: 'loupe/ready' });
}

void main();
