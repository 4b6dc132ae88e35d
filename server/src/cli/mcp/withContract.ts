/** The source of a file in which a method has another contract: written in place of its only one, or above its `def`. */
import { locate, type MethodSnapshot, type Snapshot } from '../../engine/snapshot';
import { findSoleArm } from '../../engine/suggest/annotationEdits';
import { ToolError } from './project';

export interface EditedFile {
  readonly path: string;
  readonly text: string;
}

export function withContract(snapshot: Snapshot, method: MethodSnapshot, contract: string): EditedFile {
  const source = contract.replace(/^\s*##%\s*/, '').trim();
  if (/[\r\n]/.test(source)) throw new ToolError('a contract is one line');
  return method.info.signature === null
    ? addContract(snapshot, method, source)
    : replaceContract(snapshot, method, source);
}

function addContract(snapshot: Snapshot, { location: { path, span } }: MethodSnapshot, source: string): EditedFile {
  const file = snapshot.files.get(path);
  if (file === undefined) throw new ToolError('the method has no source');
  const { line } = file.lines.position(span.start);
  const at = file.lines.lineStart(line);
  const indentation = /^[ \t]*/.exec(file.lines.lineText(line))?.[0] ?? '';
  return { path, text: `${file.text.slice(0, at)}${indentation}##% ${source}\n${file.text.slice(at)}` };
}

function replaceContract(snapshot: Snapshot, { info }: MethodSnapshot, source: string): EditedFile {
  const place = findSoleArm(info)?.place;
  const at = place ? locate(snapshot, place) : null;
  const file = at && snapshot.files.get(at.path);
  if (!at || !file)
    throw new ToolError(
      `the contract of ${info.key} cannot be replaced: it has several parts or is not written in Ruby`,
    );
  if (/['"\\]|#\{/.test(source)) throw new ToolError('quotes cannot be written inside of an existing type string');
  const { start, end } = at.span;
  return { path: at.path, text: file.text.slice(0, start) + source + file.text.slice(end) };
}
