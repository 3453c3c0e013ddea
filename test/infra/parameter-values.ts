const certificateIn = (region: string) =>
  `arn:aws:acm:${region}:111122223333:certificate/12345678-1234-1234-1234-123456789012`;
const hosts = {
  accepted: [
    'img.example.com',
    'a.b.c.d.example.co.uk',
    'xn--bcher-kva.example',
    'IMG.Example.com',
    `${'a'.repeat(63)}.example`,
  ],
  refused: [
    ...['https://img.example.com', 'img.example.com/', 'img.example.com:443', '*.example.com', 'img..example.com'],
    ...['localhost', '-a.example', 'a-.example', 'img.example.com ', 'img.example.com\n', 'img_1.example.com'],
    ...[`${'a'.repeat(64)}.example`, `${'a.'.repeat(127)}example`, 'ümg.example'],
  ],
};

/** Values of the released template's parameters that a stage takes, and that it refuses. */
export const parameterValues: Readonly<Record<string, Readonly<Record<'accepted' | 'refused', readonly string[]>>>> = {
  ImageDomain: hosts,
  ImageCertificate: {
    accepted: [certificateIn('us-east-1')],
    refused: [
      ...[certificateIn('eu-west-1'), `${certificateIn('us-east-1')} `, 'a', 'img.example.com'],
      ...['arn:aws:iam::111122223333:server-certificate/a', `${certificateIn('us-east-1')}\nx`],
    ],
  },
  ApiDomain: hosts,
  ApiCertificate: {
    accepted: [certificateIn('eu-west-1'), certificateIn('us-east-1')],
    refused: [
      'certificate/a',
      certificateIn('eu west'),
      `x${certificateIn('eu-west-1')}`,
      `${certificateIn('eu-west-1')}/a`,
    ],
  },
  AlarmEmail: {
    accepted: ['ops@example.com', 'first.last+tag@mail.example.co.uk', "o'brien@example.com"],
    refused: [
      'ops',
      'ops@',
      '@example.com',
      'a@example.com, b@example.com',
      'a@example.com\nb@example.com',
      'ops@example',
    ],
  },
};
