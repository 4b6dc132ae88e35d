/** The language server's process: one connection, one server. Ends when the client does. */
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { Server } from './server';

const connection = createConnection(ProposedFeatures.all);
new Server(connection).listen();
