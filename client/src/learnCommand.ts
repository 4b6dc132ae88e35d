/** The command that runs a folder's tests: a proposal, which the user sees and may change, and its words. No shell reads it. */

/** `exists`: whether the folder has this file or folder. */
export function proposeCommand(exists: (name: string) => boolean): string {
  const bundled = exists('Gemfile') ? 'bundle exec ' : '';
  if (exists('bin/rails')) return 'bin/rails test';
  if (exists('.rspec') || exists('spec')) return `${bundled}rspec`;
  if (exists('Rakefile')) return `${bundled}rake test`;
  return '';
}

/** Quotes group words; nothing else has a meaning. */
export function wordsOf(command: string): readonly string[] {
  const words = command.match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? [];
  return words.map(word =>
    word.replace(/'([^']*)'|"([^"]*)"/g, (_, single?: string, double?: string) => single ?? double ?? ''),
  );
}
