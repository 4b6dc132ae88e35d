/** A profile of `loupe learn` over LSP: its methods are known, and follow the file on disk. */
import type { CompletionItem, CompletionList } from 'vscode-languageserver/node';
import { printProfile } from '../../server/src/engine/learn/profiles';
import { recordFiles } from '../../server/src/engine/learn/recordFiles';
import { rubyParser } from '../harness/rubyParser';
import { useFolder } from './folder';

const RUBY = "class Style\n  class_eval(ENV.fetch('CODE'))\nend\n\nStyle.new.\n";

describe('language server with a profile', () => {
  const { uri, write, remove, startHere } = useFolder({ inProcess: true });

  it('completes methods that only runs have shown, as long as there is a profile', async () => {
    const { sites } = recordFiles(
      await rubyParser,
      [{ path: 'style.rb', text: RUBY.replace('\nStyle.new.\n', '') }],
      '',
    );
    const learned = sites.map(({ from: _, ...site }) => ({
      ...site,
      category: 'single' as const,
      uses: [{ receiver: 'Style', ofModule: true, value: 'def bold = 1', count: 1 }],
      more: false, nested: [],
    }));
    const profile = {
      schema: 1 as const,
      ruby: [],
      processes: 1,
      classes: {},
      methods: [],
      sites: learned,
      shapes: [],
    };
    write('style.rb', RUBY);
    write('.loupe/profile.json', printProfile(profile));
    const client = await startHere();
    await client.open(uri('style.rb'), RUBY.replace('.\n', '\n'));
    await client.change(uri('style.rb'), 2, [{ text: RUBY }]);
    const labels = async (): Promise<readonly string[]> => {
      const found = await client.request<CompletionList | readonly CompletionItem[]>('textDocument/completion', {
        textDocument: { uri: uri('style.rb') },
        position: { line: 4, character: 10 },
      });
      return ('items' in found ? found.items : found).map(item => item.label);
    };

    while (!(await labels()).includes('bold')) await new Promise(done => setTimeout(done, 50));
    remove('.loupe/profile.json');
    await client.touched([uri('.loupe/profile.json'), 3]);
    // The file is read while other requests are answered; if it never is, the test times out.
    while ((await labels()).includes('bold')) await new Promise(done => setTimeout(done, 50));
  });
});
