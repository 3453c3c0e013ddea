# The released CloudFormation template as a Terraform module. README.md says what it needs, variables.tf what it takes.

terraform {
  required_providers {
    aws = { source = "hashicorp/aws", version = ">= 5.0" }
  }
}

resource "aws_cloudformation_stack" "service" {
  name         = var.name
  capabilities = ["CAPABILITY_IAM"]
  template_url = "https://${var.assets_bucket}.s3.amazonaws.com/image-url/${var.release}/image-url-service-${var.release}.template.json"
  parameters = {
    AssetsBucket       = var.assets_bucket
    ImageDomain        = var.settings.image_domain
    ImageCertificate   = var.settings.image_certificate
    ApiDomain          = var.settings.api_domain
    ApiCertificate     = var.settings.api_certificate
    AlarmEmail         = var.settings.alarm_email
    DefaultPlan        = var.settings.default_plan
    LogRetentionDays   = var.settings.log_retention_days
    UrlLifetimeDays    = var.settings.url_lifetime_days
    Views              = var.settings.views
    DeletionProtection = var.settings.deletion_protection
  }
}

output "outputs" {
  value = aws_cloudformation_stack.service.outputs
}
