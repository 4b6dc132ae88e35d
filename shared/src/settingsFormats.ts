/**
 * The table of settings in its generated formats: the configuration of package.json, a JSON schema for `.loupe.yml` and
 * the table in the README. `npm run settings` writes them.
 */
import { SETTINGS_SCHEMA, SEVERITIES, type SettingSchema } from './settings';

/** `contributes.configuration.properties` of package.json. */
export function configurationProperties(): Record<string, object> {
  return mapSettings(
    key => `loupe.${key}`,
    setting => ({
      ...typeSchema(setting),
      ...(setting.userOnly ? { scope: 'machine' } : {}),
      default: setting.default,
      markdownDescription: setting.description,
    }),
  );
}

/** JSON schema of `.loupe.yml`, for editors that validate YAML. */
export function configFileSchema(): object {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Settings of Loupe',
    type: ['object', 'null'],
    additionalProperties: false,
    properties: mapSettings(
      key => key,
      setting => ({ ...fileTypeSchema(setting), default: setting.default, description: setting.description }),
    ),
  };
}

/** The rows of the README's table. */
export function readmeTable(): string {
  const rows = Object.entries(SETTINGS_SCHEMA).map(
    ([key, setting]) => `| \`${key}\` | ${showDefault(setting)} | ${setting.description} |`,
  );
  return ['| setting | default | meaning |', '|---|---|---|', ...rows].join('\n');
}

function mapSettings(
  name: (key: string) => string,
  convert: (setting: SettingSchema) => object,
): Record<string, object> {
  return Object.fromEntries(Object.entries(SETTINGS_SCHEMA).map(([key, setting]) => [name(key), convert(setting)]));
}

function typeSchema({ type, choices, minimum }: SettingSchema): object {
  switch (type) {
    case 'strings':
      return { type: 'array', items: { type: 'string' } };
    case 'severities':
      return { type: 'object', additionalProperties: { enum: SEVERITIES } };
    case 'optional-string':
      return { type: ['string', 'null'] };
    default:
      return { type, ...(choices ? { enum: choices } : {}), ...(minimum === undefined ? {} : { minimum }) };
  }
}

/** `.loupe.yml` also accepts one string for a list, and YAML's `off`, which some parsers read as false. */
function fileTypeSchema(setting: SettingSchema): object {
  if (setting.type === 'strings') return { type: ['string', 'array'], items: { type: 'string' } };
  if (setting.type === 'severities') return { type: 'object', additionalProperties: { enum: [...SEVERITIES, false] } };
  return typeSchema(setting);
}

function showDefault({ default: standard, choices }: SettingSchema): string {
  if (choices) return choices.map(each => (each === standard ? `**\`${each}\`**` : `\`${each}\``)).join(', ');
  return `\`${JSON.stringify(standard)}\``;
}
