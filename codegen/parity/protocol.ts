// What the driver needs to know of the schema, from generated/protocol.ir.json.
import { readFileSync } from 'node:fs';
import type { Shape } from './json.js';

interface Field {
  readonly wire_name: string;
  readonly kind: string;
  readonly map_value?: string;
  readonly type?: string;
  readonly repeated?: boolean;
  readonly arm?: string;
}

interface Type {
  readonly name: string;
  readonly discriminator?: string;
  readonly fields?: readonly Field[];
}

interface Ir {
  readonly contract_hash: string;
  readonly types: readonly Type[];
  readonly errors?: readonly { readonly name: string; readonly code: number; readonly reserved?: boolean }[];
}

export class Protocol {
  private readonly types: ReadonlyMap<string, Type>;

  constructor(private readonly ir: Ir) {
    this.types = new Map(ir.types.map((type) => [type.name, type]));
  }

  static read(file: string): Protocol {
    return new Protocol(JSON.parse(readFileSync(file, 'utf8')) as Ir);
  }

  get contractHash(): string {
    return this.ir.contract_hash;
  }

  get typeCount(): number {
    return this.types.size;
  }

  /** Name of the first error of that code. */
  errorOfCode(code: number): string {
    return this.ir.errors?.find((error) => error.code === code && error.reserved !== true)?.name ?? '';
  }

  /** The innermost member that a JSON Pointer into a value of `type` goes through, as "Type.member", or the type. */
  memberAt(type: string, pointer: string): string {
    let at = type;
    let found = type;
    const segments = pointer.split('/').slice(1);
    for (const escaped of segments) {
      const segment = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
      const holder = this.holderOf(at, segment);
      const field = holder?.fields?.find(({ wire_name }) => wire_name === segment);
      if (holder === undefined || field === undefined) continue; // an index, a key, or a member that nobody knows
      found = `${holder.name}.${segment}`;
      if (field.type !== undefined) at = field.type;
    }
    return found;
  }

  /** For comparing values of `type`. */
  shapeOf(type: string): Shape {
    return {
      double: false,
      member: (name) => {
        const field = this.holderOf(type, name)?.fields?.find(({ wire_name }) => wire_name === name);
        if (field?.kind !== 'KIND_MAP') return field && this.shapeOfValue(field.kind, field.type);
        const entry = this.shapeOfValue(field.map_value ?? '', field.type);
        return { double: false, member: () => entry };
      },
    };
  }

  private shapeOfValue(kind: string, type: string | undefined): Shape | undefined {
    if (kind === 'KIND_DOUBLE') return { double: true, member: () => undefined };
    return kind === 'KIND_MESSAGE' && type !== undefined ? this.shapeOf(type) : undefined;
  }

  // The type itself, or the arm of a union, that has such a member.
  private holderOf(name: string, member: string): Type | undefined {
    const type = this.types.get(name);
    if (type?.discriminator === undefined) return type;
    const arms = (type.fields ?? []).map((arm) => this.types.get(arm.type ?? ''));
    return arms.find((arm) => arm?.fields?.some(({ wire_name }) => wire_name === member));
  }
}
