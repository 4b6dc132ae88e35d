/**
 * A service worker for servers that do not send the headers of the file _headers: adds them to every answer, so that the
 * page is isolated and may share memory between its threads. It keeps and changes nothing else.
 */
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', event => event.respondWith(isolate(event.request)));

async function isolate(request) {
  const response = await fetch(request);
  if (response.status === 0 || response.type === 'opaque') return response;
  const headers = new Headers(response.headers);
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
  headers.set('Cross-Origin-Resource-Policy', 'same-origin');
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers });
}
