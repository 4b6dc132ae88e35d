/**
 * Names in Rails: `user_file` <-> `UserFile`, `folders` <-> `folder`. The regular rules and common irregular words;
 * server/ruby/lib/loupe/hooks/inflections.rb must agree. Inflections that a project defines are not read.
 */
const IRREGULAR: readonly (readonly [string, string])[] = [
  ['person', 'people'],
  ['man', 'men'],
  ['child', 'children'],
  ['sex', 'sexes'],
  ['move', 'moves'],
  ['mouse', 'mice'],
  ['quiz', 'quizzes'],
  ['ox', 'oxen'],
  ['datum', 'data'],
  ['medium', 'media'],
  ['status', 'statuses'],
  ['alias', 'aliases'],
  ['bus', 'buses'],
  ['axis', 'axes'],
  ['crisis', 'crises'],
  ['analysis', 'analyses'],
  ['movie', 'movies'],
];
const SAME = /(^|_)(equipment|information|rice|money|species|series|fish|sheep|jeans|police|news)$/;

export function camelize(name: string): string {
  const parts = name.split('/').map(part => part.split('_').map(upperFirst).join(''));
  return parts.join('::');
}

export function underscore(name: string): string {
  return name
    .replace(/::/g, '/')
    .replace(/([A-Z\d]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/-/g, '_')
    .toLowerCase();
}

export function singularize(name: string): string {
  if (SAME.test(name)) return name;
  for (const [one, many] of IRREGULAR) if (endsIn(name, many)) return name.slice(0, -many.length) + one;
  if (/[^aeiou]ies$/.test(name)) return name.replace(/ies$/, 'y');
  if (/(ss|x|ch|sh)es$/.test(name)) return name.replace(/es$/, '');
  return /[^s]s$/.test(name) ? name.slice(0, -1) : name;
}

export function pluralize(name: string): string {
  if (SAME.test(name)) return name;
  for (const [one, many] of IRREGULAR) if (endsIn(name, one)) return name.slice(0, -one.length) + many;
  if (/[^aeiou]y$/.test(name)) return name.replace(/y$/, 'ies');
  return /(s|x|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}

export function classify(name: string): string {
  return camelize(singularize(name));
}

export function tableize(className: string): string {
  return pluralize(underscore(className));
}

export function demodulize(className: string): string {
  return className.slice(className.lastIndexOf('::') + (className.includes('::') ? 2 : 1));
}

/** As a whole word: `batch_move`, not `remove`. */
function endsIn(name: string, word: string): boolean {
  if (!name.endsWith(word)) return false;
  const before = name.at(-word.length - 1);
  return before === undefined || before === '_' || before === '/';
}

function upperFirst(part: string): string {
  return part.slice(0, 1).toUpperCase() + part.slice(1);
}
