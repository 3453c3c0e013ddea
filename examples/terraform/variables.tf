# Written by `npm run docs` from the parameters of the released template.

variable "name" {
  type    = string
  default = "ImageUrlService-prod"
}

variable "release" {
  description = "Version, such as 0.1.0; its files are in the bucket below image-url/VERSION/"
  type        = string
}

variable "assets_bucket" {
  type = string

  validation {
    condition     = can(regex("^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$", var.assets_bucket))
    error_message = "assets_bucket must be the name of a bucket in the region of the stack."
  }
}

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

  validation {
    condition     = length(var.settings.image_domain) <= 253 && can(regex("^([A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+)?$", var.settings.image_domain))
    error_message = "image_domain must be a host name such as img.example.com, or empty."
  }

  validation {
    condition     = can(regex("^(arn:aws[\\w-]*:acm:us-east-1:\\d{12}:certificate\\/[\\w-]+)?$", var.settings.image_certificate))
    error_message = "image_certificate must be the ARN of a certificate in us-east-1, or empty."
  }

  validation {
    condition     = length(var.settings.api_domain) <= 253 && can(regex("^([A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+)?$", var.settings.api_domain))
    error_message = "api_domain must be a host name such as img.example.com, or empty."
  }

  validation {
    condition     = can(regex("^(arn:aws[\\w-]*:acm:[\\w-]+:\\d{12}:certificate\\/[\\w-]+)?$", var.settings.api_certificate))
    error_message = "api_certificate must be the ARN of a certificate, or empty."
  }

  validation {
    condition     = can(regex("^((?:[A-Za-z0-9_'+\\-]+\\.)*[A-Za-z0-9_'+\\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,})?$", var.settings.alarm_email))
    error_message = "alarm_email must be one email address, or empty."
  }

  validation {
    condition     = contains(["own", "free", "starter", "pro", "scale"], var.settings.default_plan)
    error_message = "default_plan must be one of own, free, starter, pro, scale."
  }

  validation {
    condition     = contains([1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731], var.settings.log_retention_days)
    error_message = "log_retention_days must be one of 1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731."
  }

  validation {
    condition     = var.settings.url_lifetime_days >= 1 && var.settings.url_lifetime_days <= 1827
    error_message = "url_lifetime_days must be from 1 to 1827."
  }

  validation {
    condition     = contains(["off", "templates", "images"], var.settings.views)
    error_message = "views must be one of off, templates, images."
  }
}
