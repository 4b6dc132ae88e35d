import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { diskFiles, readFileNow } from '../../../server/src/host/files';

describe('files on disk', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'loupe-files-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('reads text without its byte order mark', async () => {
    writeFileSync(join(folder, 'a.rb'), '\uFEFFputs "é𝄞"\r\n');
    assert.deepEqual(await diskFiles.read(join(folder, 'a.rb')), { text: 'puts "é𝄞"\r\n' });
  });

  it('reports what is wrong with a file', async () => {
    writeFileSync(join(folder, 'latin.rb'), Buffer.from([0x22, 0xe9, 0x22]));
    const failure = async (name: string): Promise<string> => {
      const read = await diskFiles.read(join(folder, name));
      return 'failure' in read ? `${read.failure}: ${read.detail}` : 'read';
    };
    // 0xE9 could start a character of three bytes, but the quote after it cannot continue it.
    assert.match(await failure('latin.rb'), /^not-utf8: byte 2 /);
    writeFileSync(join(folder, 'jis.rb'), Buffer.from('# encoding: shift_jis\n"\x81 "', 'latin1'));
    assert.match(await failure('jis.rb'), /^not-utf8: it declares shift_jis/);
    assert.match(await failure('none.rb'), /^missing/);
    assert.match(await failure('.'), /^is-directory/);
  });

  it('lists and reads files whose names are not UTF-8', async function () {
    if (process.platform !== 'linux') this.skip();
    const inner = Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9])]);
    mkdirSync(inner);
    writeFileSync(Buffer.concat([inner, Buffer.from('/数𝄞.rb')]), '1');
    writeFileSync(Buffer.concat([inner, Buffer.from('/'), Buffer.from([0xff]), Buffer.from('.rb')]), '2');
    const { paths } = await diskFiles.list(folder, ['**/*.rb'], []);
    const texts = await Promise.all(paths.map(path => diskFiles.read(path)));
    assert.deepEqual(new Set(texts.map(each => ('text' in each ? each.text : each.failure))), new Set(['1', '2']));
    assert.equal(paths.length, 2);
  });

  it('reads regular files only: a device never ends', async function () {
    if (process.platform === 'win32') this.skip();
    symlinkSync('/dev/zero', join(folder, 'endless.rb'));
    const refused = { failure: 'unreadable', detail: 'it is not a regular file' };
    assert.deepEqual(await diskFiles.read(join(folder, 'endless.rb')), refused);
    assert.deepEqual(readFileNow(join(folder, 'endless.rb')), refused);
    assert.deepEqual(readFileNow(folder), { failure: 'is-directory', detail: 'it is a folder' });
  });

  it('lists Ruby files in a fixed order, without excluded ones, through links but not in cycles', async () => {
    for (const path of ['lib/b.rb', 'lib/a.rb', 'vendor/x.rb', 'lib/c.txt']) {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      writeFileSync(join(folder, path), '');
    }
    symlinkSync(folder, join(folder, 'lib', 'cycle'));
    symlinkSync(tmpdir(), join(folder, 'lib', 'elsewhere'));
    symlinkSync(join(folder, 'lib', 'a.rb'), join(folder, 'link.rb'));
    symlinkSync(join(folder, 'gone'), join(folder, 'lib', 'gone.rb'));
    const { paths, outside } = await diskFiles.list(folder, ['**/*.rb'], ['**/vendor/**']);
    const names = (found: readonly string[]): readonly string[] =>
      found.map(path => relative(folder, path).replaceAll('\\', '/'));
    assert.deepEqual(names(paths), ['lib/a.rb', 'lib/b.rb', 'link.rb']);
    assert.deepEqual(names(outside), ['lib/elsewhere']);
  });
});
