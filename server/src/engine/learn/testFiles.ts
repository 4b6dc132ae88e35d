/** Which files are tests, by the conventions of Ruby's test frameworks: their methods are not recorded. */

const TEST_FOLDER = /(^|\/)(test|tests|spec|specs|features)\//;
const TEST_FILE = /(^|\/)(test_[^/]*|[^/]*_(test|spec|steps))\.rb$/;

export function isTestFile(path: string): boolean {
  return TEST_FOLDER.test(path) || TEST_FILE.test(path);
}
