# The released CloudFormation template as a Terraform module. README.md says what it needs.

terraform {
  required_providers {
    aws = { source = "hashicorp/aws", version = ">= 5.0" }
  }
}

variable "name" {
  type    = string
  default = "ImageUrlService-prod"
}

variable "release" {
  description = "Version, such as 0.1.0; its files are in the bucket below image-url/VERSION/"
  type        = string
}

variable "assets_bucket" { type = string }

variable "settings" {
  description = "Parameters of the template; one that is left out has its default"
  type = object({
    image_domain        = optional(string, "")
    image_certificate   = optional(string, "")
    api_domain          = optional(string, "")
    api_certificate     = optional(string, "")
    alarm_email         = optional(string, "")
    default_plan        = optional(string, "own")
    log_retention_days  = optional(number, 90)
    url_lifetime_days   = optional(number, 1827)
    views               = optional(string, "templates")
    deletion_protection = optional(bool, false)
  })
  default = {}
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
