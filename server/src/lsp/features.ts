/**
 * The table of features: each declares its capability and handles its request. To add one, add a file and a line here.
 */
import type { Feature } from './feature';
import { codeActionFeature } from './features/codeAction';
import { codeLensFeature } from './features/codeLens';
import { commandsFeature } from './features/commands';
import { completionFeature } from './features/completion';
import {
  declarationFeature,
  definitionFeature,
  implementationFeature,
  typeDefinitionFeature,
} from './features/definition';
import { diagnosticFeature } from './features/diagnostic';
import { documentLinkFeature } from './features/documentLink';
import { foldingRangeFeature } from './features/foldingRange';
import { callHierarchyFeature, typeHierarchyFeature } from './features/hierarchy';
import { hoverFeature } from './features/hover';
import { inlayHintFeature } from './features/inlayHint';
import { linkedEditingFeature } from './features/linkedEditing';
import { documentHighlightFeature, referencesFeature } from './features/occurrences';
import { renameFeature } from './features/rename';
import { selectionRangeFeature } from './features/selectionRange';
import { semanticTokensFeature } from './features/semanticTokens';
import { signatureHelpFeature } from './features/signatureHelp';
import { documentSymbolFeature, workspaceSymbolFeature } from './features/symbols';

export const FEATURES: readonly Feature[] = [
  diagnosticFeature,
  hoverFeature,
  codeLensFeature,
  codeActionFeature,
  inlayHintFeature,
  completionFeature,
  signatureHelpFeature,
  definitionFeature,
  declarationFeature,
  typeDefinitionFeature,
  implementationFeature,
  callHierarchyFeature,
  typeHierarchyFeature,
  referencesFeature,
  documentHighlightFeature,
  renameFeature,
  linkedEditingFeature,
  documentSymbolFeature,
  workspaceSymbolFeature,
  foldingRangeFeature,
  documentLinkFeature,
  selectionRangeFeature,
  semanticTokensFeature,
  commandsFeature,
];
