/** The process of the language server: one connection, one server. It ends with the client. */
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { Server } from './server';

const connection = createConnection(ProposedFeatures.all);
new Server(connection).listen();
