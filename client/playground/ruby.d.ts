/** Bundled as text. */
declare module '*.rb' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: that is what the bundler makes of it
  export default text;
}
