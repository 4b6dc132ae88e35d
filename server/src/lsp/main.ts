/** The process of the language server: one connection, one server. It ends with the client. */
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { createHost } from '../host/createHost';
import { optimiseLater } from '../host/delayOptimisation';
import { Server } from './server';

optimiseLater();
const connection = createConnection(ProposedFeatures.all);
new Server(connection, createHost).listen();
