// Decompresses the brotli files of the package into the folder named by the first argument.
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';

const target = process.argv[2];
const source = join(dirname(fileURLToPath(import.meta.url)), 'node_modules', '@sparticuz', 'chromium', 'bin');
const files = ['chromium', 'al2023.tar', 'fonts.tar', 'swiftshader.tar'];

await mkdir(target, { recursive: true });
for (const name of files) {
  console.log(`unpacking ${name}`);
  await pipeline(
    createReadStream(join(source, `${name}.br`)),
    createBrotliDecompress(),
    createWriteStream(join(target, name)),
  );
}
