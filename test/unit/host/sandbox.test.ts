/**
 * Programs that try to break out of the embedded Ruby, or to take it down. Each really runs: nothing outside changes,
 * nothing escapes, the host reports what happened and runs the next program as usual.
 */
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { guestPath } from '../../../server/src/host/rubyPaths';
import { hostForTests, NEVER } from '../../harness/rubyForTests';

const SECRET = 'the-secret-of-the-host';

/** A program can still load it: what is behind it must be safe by itself. */
const JS = 'Kernel.instance_method(:require).bind_call(self, "js");';

/** Attempts that must fail inside Ruby: their value is the class of the error, or what they obtained. */
const REFUSED: readonly (readonly [string, string, RegExp])[] = [
  ['the library of JS', 'require "js"', /LoadError: cannot load such file -- js/],
  ['JS.eval', `${JS} JS.eval("return process.env.LOUPE_SECRET").to_s`, /JS::Error/],
  ['JS.eval of a function', `${JS} JS.eval("return (function(){}).constructor").to_s`, /JS::Error/],
  ['JS.global', `${JS} JS.global[:process].to_s`, /JS::Error|NoMethodError/],
  ['JS.global.call', `${JS} JS.global.call(:eval, "1").to_s`, /JS::Error|NoMethodError/],
  ['JS constructor', `${JS} "x".to_js[:constructor].to_s`, /JS::Error/],
  ['JS constants', `${JS} JS::True.to_s`, /^true$/],
  ['JS.try_convert', `${JS} JS.try_convert(Object.new).inspect`, /JS::Error|nil|undefined|null/],
  ['a proc handed to JS', `${JS} proc { 1 }.to_js.call(:call).to_s`, /JS::Error|NoMethodError|TypeError/],
  ['environment', 'ENV.to_h.to_s', /^\{\}$/],
  ['/etc/passwd', 'File.read("/etc/passwd")', /Errno::ENOENT|Errno::EPERM|Errno::ENOTCAPABLE/],
  ['dot dot', 'File.read("/workspace/../etc/passwd")', /Errno::E/],
  ['many dot dots', 'File.read("/workspace/../../../../../../etc/passwd")', /Errno::E/],
  ['the root folder', '(Dir.children("/") - %w[workspace loupe tmp usr]).to_s', /^\[\]$|Errno/],
  [
    'symlink()',
    'File.symlink("/etc", "/workspace/zz"); File.read("/workspace/zz/passwd")',
    /Errno::E|NotImplementedError/,
  ],
  ['system', 'system("id").inspect', /^nil$/],
  ['backtick', '`id`', /Errno::ENOENT/],
  ['exec', 'exec("id")', /NotImplementedError|Errno/],
  ['spawn', 'spawn("id")', /NotImplementedError/],
  ['Process.spawn', 'Process.spawn("id").to_s', /NotImplementedError|Errno/],
  ['popen', 'IO.popen("id").read', /NotImplementedError|Errno/],
  ['open with a pipe', 'open("|id") { |f| f.read }', /Errno|NotImplementedError|ArgumentError/],
  ['fork', 'fork { 1 }', /NotImplementedError/],
  ['Process.fork', 'Process.fork', /NotImplementedError|NoMethodError/],
  ['sockets', 'require "socket"; TCPSocket.new("127.0.0.1", 22)', /LoadError/],
  ['net/http', 'require "net/http"; Net::HTTP.get("example.com", "/")', /LoadError/],
  ['Fiddle', 'require "fiddle"', /LoadError/],
  ['syscall', 'syscall(39)', /NotImplementedError|NoMethodError/],
  ['Process.kill', 'Process.kill(9, Process.ppid)', /NotImplementedError|Errno|NoMethodError/],
  ['a native library', 'File.write("/tmp/evil.so", "x"); require "/tmp/evil.so"', /LoadError|NotImplementedError/],
  ['standard input', '$stdin.read.inspect', /^""$/],
  ['a thread', 'Thread.new { 1 }.value', /ThreadError|NotImplementedError/],
  ['/proc', 'File.read("/proc/self/environ")', /Errno::ENOENT/],
  ['a pipe in the workspace', 'File.mkfifo("/workspace/ff")', /NotImplementedError/],
  ['a hard link', 'File.link("/etc/passwd", "/workspace/pw"); File.read("/workspace/pw")', /Errno::E/],
  ['descriptors of the host', '(3..40).map { |n| IO.for_fd(n, autoclose: false).read(9) rescue 0 }.uniq', /^\[0\]$/],
  ['chroot', 'Dir.chroot("/")', /NotImplementedError/],
  ['a Ractor', 'Ractor.new { 1 }.take', /NotImplementedError/],
  ['byte code that is none', 'RubyVM::InstructionSequence.load_from_binary("YARB" + "\\xff" * 400)', /RuntimeError/],
  ['a pseudo-terminal', 'require "pty"; PTY.spawn("id")', /LoadError/],
  ['a served object', 'require "drb"; DRb.start_service("druby://127.0.0.1:0")', /LoadError/],
  [
    'finalizers and at_exit that loop',
    'ObjectSpace.define_finalizer(+"", proc { loop {} }); at_exit { loop {} }; 5',
    /^5$/,
  ],
  ['chdir', 'Dir.chdir("/workspace/../../etc"); File.read("passwd")', /Errno::E/],
  ['a real path', 'File.realpath("/workspace/../etc/passwd")', /Errno::E/],
  ['a pattern with dot dots', 'Dir.glob("/workspace/../../../*") - %w[/workspace]', /^\[\]$/],
  ['patterns of the root', 'Dir.glob("/{etc,home,root,proc,dev}/*")', /^\[\]$/],
  ['a device for sockets', 'File.open("/dev/tcp/127.0.0.1/80", "r+").read', /Errno::ENOENT/],
  ['a device', 'File.open("/dev/random") { |f| f.read(4) }', /Errno::ENOENT/],
  ['load', 'load "/etc/passwd"', /LoadError/],
  ['require of a path', 'require "/usr/bin/ruby"', /LoadError/],
  ['copy_stream', 'IO.copy_stream("/etc/passwd", "/workspace/x"); File.read("/workspace/x")', /Errno::ENOENT/],
  ['sysopen', 'IO.sysopen("/etc/passwd")', /Errno::ENOENT/],
  ['FileUtils', 'require "fileutils"; FileUtils.cp("/etc/passwd", "/workspace/x")', /Errno::ENOENT/],
  ['a rename to the outside', 'File.rename("/workspace/inside.txt", "/etc/x")', /Errno::ENOENT/],
  ['encoded dots', 'File.read("/workspace/%2e%2e/etc/passwd")', /Errno::ENOENT/],
  ['a NUL in a path', 'File.read("/workspace/\\0/../etc/passwd")', /ArgumentError/],
  ['Open3', 'require "open3"; Open3.capture2("id")', /Errno::ENOTSUP|NotImplementedError/],
  ['users of the host', 'require "etc"; [Etc.getlogin, Etc.getpwuid].compact', /^\[\]$/],
  ['open-uri', 'require "open-uri"; URI.open("http://127.0.0.1/").read', /LoadError/],
  ['names of hosts', 'require "resolv"; Resolv.getaddress("localhost")', /LoadError/],
  ['another user', 'Process::UID.change_privilege(0)', /NotImplementedError/],
  ['a daemon', 'Process.daemon', /NotImplementedError/],
  ['waiting for a process', 'Process.wait', /Errno::ENOTSUP|NotImplementedError/],
  [
    'objects of JavaScript',
    `${JS} ObjectSpace.each_object(JS::Object).map { |o| o[:constructor] rescue 0 }.uniq`,
    /^\[0\]$/,
  ],
  ['a promise', `${JS} JS.global[:Promise].resolve(1).await`, /JS::Error|NoMethodError/],
  ['a template that reads', 'require "erb"; ERB.new("<%= File.read(%q(/etc/passwd)) %>").result', /Errno::ENOENT/],
  ['a temporary folder', 'require "tmpdir"; Dir.mktmpdir { |d| File.write("#{d}/../../etc/x", "1") }', /Errno::E/],
  ['a log', 'require "logger"; Logger.new("/etc/x.log").info("1")', /Errno::ENOENT/],
  ['truncate', 'File.truncate("/etc/passwd", 0)', /Errno::ENOENT/],
  ['unlink', 'File.unlink("/etc/passwd")', /Errno::ENOENT/],
  ['a new folder in the root', 'Dir.mkdir("/outside")', /Errno::ENOENT/],
  ['a redirected output', '$stdout.reopen("/etc/x", "w")', /Errno::ENOENT/],
  ['the disk is full', 'File.write("/tmp/big", "x" * 30_000_000)', /Errno::ENOSPC/],
  ['many files', '100_000.times { |i| File.write("/tmp/#{i}", "") }', /Errno::ENOSPC/],
];

/** Programs that end or kill their Ruby: the message of the host. */
const FATAL: readonly (readonly [string, string, RegExp])[] = [
  ['infinite loop', 'loop {}', /did not end within/],
  ['a regexp without end', '("ab" * 40 + "dc") =~ /^(a|b|ab)*(\\1)c/', /did not end within/],
  ['sleep', 'sleep', /did not end within/],
  ['sleep for a day', 'sleep 86400', /did not end within/],
  ['a loop that rescues everything', 'loop { begin; loop {}; rescue Exception; end }', /did not end within/],
  ['memory bomb', 'a = []; loop { a << "x" * 1_000_000 }', /memory/],
  ['memory bomb of a string', 's = "x" * 1000; loop { s << s }', /memory/],
  ['exit', 'exit 1', /exit/],
  ['exit!', 'exit!(3)', /exit/],
  ['abort', 'abort "no"', /exit/],
  ['raise SystemExit', 'raise SystemExit', /exit/],
  ['Process.exit!', 'Process.exit!(2)', /exit/],
  ['deep recursion', 'def f(n) = f(n + 1) + 1; f(0)', /stack/],
  ['deep recursion through blocks', 'f = ->(n) { [1].each { f.(n + 1) } }; f.(0)', /stack/],
  ['deep inspect', 'a = []; 50_000.times { a = [a] }; a.inspect', /stack/],
  ['a value that is too large', '"z" * 20_000_000', /too large/],
  ['a tracer that ends everything', 'set_trace_func(proc { |*| exit! }); 1', /exit/],
  ['a flood of output', '$stdout.sync = true; loop { puts "x" * 100 }', /did not end within/],
  ['throw', 'throw :x', /uncaught throw|UncaughtThrowError/],
];

/** Programs that corrupt their own Ruby; the next one must not be affected. */
const POISON: readonly (readonly [string, string])[] = [
  ['a patched Integer', 'class Integer; def +(o) = 42; def to_s = "x"; end; 1'],
  ['a patched String and JSON', 'class String; def to_s = "[]"; end; module JSON; def self.generate(*) = "{}"; end; 1'],
  [
    'ObjectSpace tricks',
    'ObjectSpace.each_object(String) { |s| s.replace("x") unless s.frozen? }; ObjectSpace.garbage_collect; 1',
  ],
  ['undefined methods', 'class Object; undef_method :send; end; class BasicObject; undef_method :==; end; 1'],
  ['a removed library', 'Object.send(:remove_const, :Loupe); Object.send(:remove_const, :JSON); 1'],
  ['much memory', '$kept = Array.new(300_000) { |i| "kept #{i}" }; 1'],
  [
    'fibers and threads in the middle',
    '$f = Fiber.new { Fiber.yield 1; 2 }; $f.resume; Thread.new { sleep }; GC.disable; 1',
  ],
  ['open files', '$files = Array.new(20) { |i| File.open("/tmp/#{i}", "w+") }; $files.each { |f| f.write("x") }; 1'],
  [
    'what runs at the end',
    'at_exit { exit! }; trap("INT") { exit! }; ObjectSpace.define_finalizer(+"x", proc { exit! }); 1',
  ],
  ['deleted files', 'Dir.glob("/loupe/**/*.rb").each { |f| File.delete(f) }; 1'],
];

describe('the sandbox of the embedded Ruby', () => {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-sandbox-'));
  const outside = mkdtempSync(join(tmpdir(), 'loupe-outside-'));
  const host = hostForTests({ root: folder, timeoutMs: 4000, memoryMb: 192 });
  const evaluate = async (source: string, files: { path: string; text: string }[] = []): Promise<string> => {
    const reply = await host.evaluate(source, files, NEVER);
    return reply.kind === 'value' ? reply.text : `failed: ${reply.why}`;
  };
  const attempt = (source: string): Promise<string> =>
    evaluate(`begin; (${source}).to_s; rescue Exception => e; "#{e.class}: #{e.message}"; end`);
  const inside = (name: string): string => guestPath(join(folder, name));

  before(() => {
    process.env.LOUPE_SECRET = SECRET;
    writeFileSync(join(folder, 'a.rb'), 'A = 1\n');
    writeFileSync(join(folder, '.env'), SECRET);
    writeFileSync(join(folder, 'master.key'), SECRET);
    writeFileSync(join(outside, 'secret.txt'), SECRET);
    mkdirSync(join(folder, 'lib'));
    symlinkSync(outside, join(folder, 'out'));
    symlinkSync(folder, join(folder, 'lib', 'around'));
    symlinkSync(join(outside, 'secret.txt'), join(folder, 'lib', 'secret.rb'));
    symlinkSync(join(folder, 'a.rb'), join(folder, 'lib', 'link.rb'));
  });
  after(async () => {
    delete process.env.LOUPE_SECRET;
    await host.close();
    rmSync(folder, { recursive: true });
    rmSync(outside, { recursive: true });
  });

  for (const [name, source, expected] of REFUSED)
    it(`contains: ${name}`, async () => {
      const text = await attempt(source);
      assert.match(text, expected);
      assert.doesNotMatch(text, new RegExp(SECRET));
    });

  for (const [name, source, expected] of FATAL)
    it(`survives: ${name}`, async () => {
      assert.match(await evaluate(source), new RegExp(`^failed: .*(${expected.source})`));
      assert.equal(await evaluate('1 + 1'), '2');
    });

  for (const [name, source] of POISON)
    it(`resets: ${name}`, async () => {
      await evaluate(source);
      assert.equal(
        await evaluate('require \'loupe\'; JSON.generate([1 + 1, "a".to_s, [].send(:size), 1 == 1])'),
        '[2,"a",0,true]',
      );
    });

  it('shows the workspace, and keeps writes to itself', async () => {
    assert.equal(await evaluate(`File.read("${inside('a.rb')}")`), 'A = 1\n');
    assert.equal(await evaluate(`File.read("${inside('lib/link.rb')}")`), 'A = 1\n');
    assert.equal(await evaluate(`File.write("${inside('a.rb')}", "HACK"); File.read("${inside('a.rb')}")`), 'HACK');
    assert.equal(
      await evaluate(
        `File.write("${inside('new.rb')}", "1"); Dir.mkdir("${inside('dd')}"); File.exist?("${inside('new.rb')}")`,
      ),
      'true',
    );
    assert.equal(await evaluate(`File.unlink("${inside('a.rb')}"); File.exist?("${inside('a.rb')}")`), 'false');
    assert.equal(await evaluate(`File.rename("${inside('a.rb')}", "/tmp/x.rb"); File.exist?("/tmp/x.rb")`), 'true');
    assert.equal(readFileSync(join(folder, 'a.rb'), 'utf8'), 'A = 1\n');
    assert.deepEqual(readdirSync(folder).sort(), ['.env', 'a.rb', 'lib', 'master.key', 'out']);
    assert.equal(existsSync('/tmp/x.rb'), false);
  });

  it('hides links out of the workspace, dot files and keys', async () => {
    assert.equal(await evaluate(`Dir.children("${inside('')}").sort.inspect`), '["a.rb", "lib"]');
    assert.equal(await evaluate(`Dir.children("${inside('lib')}").sort.inspect`), '["link.rb"]');
    for (const name of ['.env', 'master.key', 'out/secret.txt', 'lib/secret.rb', 'lib/../out/secret.txt'])
      assert.match(await attempt(`File.read("${inside(name)}")`), /Errno::ENOENT/);
  });

  it('does not follow cyclic links', async () => {
    assert.match(
      await attempt(`Dir.glob("${inside('')}/**/*").map { |f| File.basename(f) }.sort.inspect`),
      /"a.rb", "lib"/,
    );
  });

  it('shows the given sources instead of the files on disk, for one run only', async () => {
    const files = [{ path: join(folder, 'a.rb'), text: 'A = 2' }];
    assert.equal(await evaluate(`load "${inside('a.rb')}"; A.to_s`, files), '2');
    assert.equal(await evaluate(`load "${inside('a.rb')}"; A.to_s`), '1');
  });

  it('truncates output', async () => {
    const reply = await host.evaluate('1000.times { puts "x" * 1000 }; "done"', [], NEVER);
    assert.equal(reply.kind === 'value' && reply.text, 'done');
    assert.ok(reply.kind === 'value' && reply.output.length <= 1 << 16);
  });

  it('stops on request', async () => {
    const controller = new AbortController();
    const reply = host.evaluate('loop {}', [], controller.signal);
    controller.abort();
    assert.deepEqual(await reply, { kind: 'failed', why: 'cancelled' });
    assert.equal(await evaluate('2 + 2'), '4');
  });

  it('answers all waiting jobs when it is closed', async () => {
    const other = hostForTests();
    const replies = [other.evaluate('loop {}', [], NEVER), other.evaluate('1', [], NEVER)];
    await other.close();
    assert.deepEqual(
      (await Promise.all(replies)).map(reply => reply.kind),
      ['failed', 'failed'],
    );
    assert.equal((await other.evaluate('1', [], NEVER)).kind, 'failed');
  });

  it('runs nothing if nothing may be run', async () => {
    const none = hostForTests({ ruby: { none: 'the workspace is not trusted' } });
    assert.deepEqual(await none.replay({ source: '1', files: [] }, NEVER), {
      kind: 'could-not-run',
      why: 'the workspace is not trusted',
    });
  });
});
