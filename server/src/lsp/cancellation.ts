/**
 * Requests that the client has cancelled are not computed. A request waits for the notifications before it; then the messages
 * that have arrived meanwhile are read, among them its cancellation.
 */
import { type CancellationToken, type Connection, LSPErrorCodes, ResponseError } from 'vscode-languageserver';

type Handler = (params: unknown, token: CancellationToken, ...rest: readonly unknown[]) => unknown;

/** A connection whose request handlers are called only if their request is still wanted. `settled`: see above. */
export function cancellable(connection: Connection, settled: () => Promise<void>): Connection {
  const guard =
    (handler: Handler): Handler =>
    async (params, token, ...rest) => {
      await settled();
      await new Promise(setImmediate);
      if (token.isCancellationRequested) return new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
      return handler(params, token, ...rest);
    };
  return guardHandlers(connection, guard);
}

/** Wraps what is passed to `onX(handler)`, also in the parts of a connection (`languages.inlayHint.on`). */
function guardHandlers<T extends object>(target: T, guard: (handler: Handler) => Handler): T {
  return new Proxy(target, {
    get(object, name): unknown {
      const value: unknown = Reflect.get(object, name);
      if (typeof value === 'function')
        return name.toString().startsWith('on')
          ? (...args: readonly unknown[]): unknown =>
              Reflect.apply(
                value,
                object,
                args.map(each => guardOne(each, guard)),
              )
          : value.bind(object);
      return typeof value === 'object' && value !== null ? guardHandlers(value, guard) : value;
    },
  });
}

function guardOne(argument: unknown, guard: (handler: Handler) => Handler): unknown {
  return typeof argument === 'function' ? guard(argument as Handler) : argument;
}
