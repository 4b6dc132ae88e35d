export function extractRbs(): Promise<Readonly<Record<string, string>>>;
export function rbsPackageVersion(): string;
