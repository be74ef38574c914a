import { relative, sep } from 'node:path';
import { filesIn } from '../../engine/own-service/files.ts';
import { soapBelow, soapChild } from '../../engine/own-service/wsdl/bindings.ts';
import { readDocuments, wsdl, wsdlFile } from '../../engine/own-service/wsdl/documents.ts';
import { childrenOf } from '../../engine/own-service/wsdl/xml.ts';
import { judgeSamples } from '../../tests/support/xsd-files.ts';
import type { Description, DescriptionKind } from './kinds.ts';

function documentsOf({ file, tree }: Description) {
  return readDocuments(wsdlFile(filesIn(tree), relative(tree, file).split(sep).join('/')));
}

/** WSDL, whose samples libxml2 validates against the schemas. */
export const wsdlKind: DescriptionKind = {
  name: 'wsdl',
  title: 'WSDL',
  validator: 'libxml2',
  isOne: (file, text) => /\.wsdl$/i.test(file) && /<(\w+:)?(definitions|description)\b/.test(text),
  declared: async (description) => {
    const { definitions } = await documentsOf(description);
    const bindings = definitions.flatMap((root) => childrenOf(root, 'binding', wsdl));
    const ofSoap = bindings.filter(
      (one) => soapChild(one, 'binding') ?? soapBelow(one, 'operation')[0],
    );
    // The same operations are often bound to SOAP 1.1 and 1.2.
    const byType = new Map(ofSoap.map((one) => [one.attributes.type, one]));
    return [...byType.values()].flatMap((one) => childrenOf(one, 'operation', wsdl)).length;
  },
  judge: async (description, { operations }) => {
    const verdicts = await judgeSamples(
      await documentsOf(description),
      operations.map(({ call }) => String(call.body)),
    );
    return operations.map(({ name }, index) => ({
      operation: name,
      ...(verdicts[index] ?? { said: 'unseen', why: 'nothing was said of it' }),
    }));
  },
};
