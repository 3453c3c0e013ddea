import { App, RemovalPolicy, Stack, Stage } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { ImageUrls } from 'image-url-cdk';
import { acceptFindings, addChecks } from './checks.mjs';

const env = { account: '111122223333', region: 'eu-west-1' };
const app = new App();
addChecks(app);

const shop = new Stack(app, 'Shop', { env });
const cdn = new Distribution(shop, 'Cdn', { defaultBehavior: { origin: new HttpOrigin('shop.example.com') } });
acceptFindings(cdn);
const images = new ImageUrls(shop, 'Images', { layerPath: 'layer', imageUrl: 'https://shop.example.com/cards' });
images.addBehavior('/cards/*', cdn);

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
  model: { modelId: 'local.emulator' },
  views: 'templates',
});
const role = new Role(new Stack(prod, 'Site'), 'Role', { assumedBy: new ServicePrincipal('ecs-tasks.amazonaws.com') });
const { article } = blog.addTemplates('cards/*.tsx').templateIds;
blog.addApiKey('site', { templateIds: [article] }).grantRead(role);
