/** An app in TypeScript with the packed construct: it compiles, and each marked line would not without its mark. */
export const typedApp = `
import { App, Duration, RemovalPolicy, Stack, Stage } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { ImageUrls, type ImageUrlsProps } from 'image-url-cdk';

const env = { account: '111122223333', region: 'eu-west-1' };
const app = new App({ outdir: 'typed.out' });

const shop = new Stack(app, 'Shop', { env });
const cdn = new Distribution(shop, 'Cdn', { defaultBehavior: { origin: new HttpOrigin('shop.example.com') } });
const own: ImageUrlsProps = { layerPath: 'layer', imageUrl: 'https://shop.example.com/cards', instanceName: 'shop' };
const images = new ImageUrls(shop, 'Images', own);
images.addBehavior('/cards/*', cdn);
images.metricMints({ period: Duration.hours(1) });

const prod = new Stage(app, 'Prod', { env });
const blogStack = new Stack(prod, 'Blog');
const arn = 'arn:aws:acm:us-east-1:111122223333:certificate/11111111-2222-3333-4444-555555555555';
const blog = new ImageUrls(blogStack, 'Images', {
  layerPath: 'layer',
  imageDomain: {
    domainName: 'img.example.com',
    certificate: Certificate.fromCertificateArn(blogStack, 'Certificate', arn),
  },
  removalPolicy: RemovalPolicy.DESTROY,
});
const role = new Role(new Stack(prod, 'Site'), 'Role', { assumedBy: new ServicePrincipal('ecs-tasks.amazonaws.com') });
const article: string = blog.addTemplates('cards/*.tsx').templateId('article');
blog.addApiKey('site', { templateIds: [article], scopes: ['mint'] }).grantRead(role);
app.synth();

export const mistakes = (): void => {
  // @ts-expect-error a prop that is misspelt
  new ImageUrls(shop, 'One', { domianName: 'img.example.com' });
  // @ts-expect-error a field that is misspelt
  new ImageUrls(shop, 'Two', { model: { modelID: 'local.emulator' } });
  // @ts-expect-error days without a Duration
  new ImageUrls(shop, 'Three', { urlLifetime: 30 });
  // @ts-expect-error the arguments in another order
  images.addBehavior(cdn, '/cards/*');
  // @ts-expect-error a scope that there is not
  blog.addApiKey('two', { scopes: ['mints'] });
  // @ts-expect-error a table that there is not
  images.tables.colours;
};
`;
