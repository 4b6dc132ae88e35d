/** Rows of Rational, and of Integer where it returns or takes one. */
import { INT, NUMBER, RATIO, SMALL } from './conformanceInputs';
import { each, type Row, row } from './conformanceRow';

export const RATIONALS: readonly Row[] = [
  ...each('Rational', '-@ +@ abs magnitude to_r rationalize', 'a.NAME', [RATIO], 'Rational'),
  ...each('Rational', 'zero? positive? negative?', 'a.NAME', [RATIO], '%bool'),
  row('Rational#nonzero?', 'a.nonzero?', [RATIO], 'Rational or nil'),
  ...each('Rational', 'floor ceil round truncate to_i', 'a.NAME', [RATIO], 'Integer'),
  ...each('Rational', '+ - * / quo % modulo', 'a.NAME(b)', [RATIO, RATIO], 'Rational'),
  ...each('Rational', '+ - * / %', 'a.NAME(b)', [RATIO, SMALL], 'Rational'),
  ...each('Rational', 'div', 'a.NAME(b)', [RATIO, RATIO], 'Integer'),
  ...each('Rational', '< <= > >= == != eql?', 'a.NAME(b)', [RATIO, RATIO], '%bool'),
  ...each('Rational', '< <= > >= == !=', 'a.NAME(b)', [RATIO, SMALL], '%bool'),
  row('Rational#<=>', 'a <=> b', [RATIO, RATIO], 'Integer'),
  row('Rational#between?', 'a.between?(b, 2)', [RATIO, RATIO], '%bool'),
  ...['3', '0', '-2'].map(power => row('Rational#**', `a ** ${power}`, [RATIO], 'Rational')),
  row('Rational#numerator', '(7/3r).numerator + a', [NUMBER], 'Integer'),
  row('Rational#denominator', '(-6/4r).denominator + a', [NUMBER], 'Integer'),
  ...each('Integer', 'to_r rationalize', 'a.NAME', [INT], 'Rational'),
  row('Integer#denominator', 'a.denominator', [INT], 'Integer'),
  ...each('Integer', '+ - * /', 'a.NAME(b)', [SMALL, RATIO], 'Rational'),
  ...each('Integer', '< <= > >= == !=', 'a.NAME(b)', [SMALL, RATIO], '%bool'),
  ...each('Array', 'min max', '[a, b, 1r].NAME', [RATIO, RATIO], 'Rational or nil'),
  row('Kernel#Rational', 'Rational(a, b)', [NUMBER, SMALL], 'Rational'),
];
