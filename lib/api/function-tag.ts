/** Tag of the functions of this service, which functions added by CDK do not have. */
export const functionTag = 'image-url-function';
