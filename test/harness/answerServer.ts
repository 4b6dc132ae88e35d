/** A store of bodies over HTTP on the loopback interface, which can misbehave in the ways of real ones. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Fault =
  | 'none'
  | 'status 500'
  | 'status 403'
  | 'truncated'
  | 'cut off'
  | 'slow'
  | 'redirect'
  | 'page'
  | 'huge'
  | 'shuffled';

export interface AnswerServer {
  readonly url: string;
  readonly bodies: Map<string, string>;
  readonly requests: string[];
  fault: Fault;
  /** Requests without it get 401. */
  token: string | null;
  readonly close: () => Promise<void>;
}

export async function startAnswerServer(): Promise<AnswerServer> {
  const bodies = new Map<string, string>();
  const requests: string[] = [];
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const state: AnswerServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/answers/`,
    bodies,
    requests,
    fault: 'none',
    token: null,
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return state;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    requests.push(`${request.method} ${path}`);
    if (state.token !== null && request.headers.authorization !== `Bearer ${state.token}`)
      return void response.writeHead(401).end();
    if (request.method === 'PUT') {
      const chunks: Uint8Array[] = [];
      for await (const chunk of request) chunks.push(chunk as Uint8Array);
      if (state.fault === 'status 403') return void response.writeHead(403).end();
      bodies.set(path, Buffer.concat(chunks).toString());
      return void response.writeHead(201).end();
    }
    const body = bodies.get(path);
    if (body === undefined) return void response.writeHead(404).end();
    if (request.method === 'HEAD') return void response.writeHead(200).end();
    answer(response, body);
  }

  function answer(response: ServerResponse, body: string): void {
    switch (state.fault) {
      case 'status 500':
        return void response.writeHead(500).end(body);
      case 'status 403':
        return void response.writeHead(403).end(body);
      case 'truncated':
        return void response.end(body.slice(0, -3));
      case 'cut off':
        response.writeHead(200, { 'content-length': body.length });
        response.write(body.slice(0, 10), () => response.destroy());
        return;
      case 'slow':
        return;
      case 'redirect':
        return void response.writeHead(302, { location: `${state.url}elsewhere` }).end();
      case 'page':
        return void response.end('<!doctype html><title>Sign in</title>');
      case 'huge':
        return void response.end('x'.repeat(5 * 1024 * 1024));
      case 'shuffled':
        return void response.end([...bodies.values()].find(other => other !== body) ?? '');
      default:
        return void response.end(body);
    }
  }
}
